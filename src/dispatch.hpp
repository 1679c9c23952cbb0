// Which instruction set's kernels run: chosen once a call, for the whole process.
#pragma once
#include "kernels/kernel_table.hpp"

namespace scree {

/// The kernels in use; throws Error when SCREE_ISA names an instruction set that cannot run here.
const kernel_table& active_kernels();

/// The reference behind the same table.
extern const kernel_table scalar_kernels;

}  // namespace scree
