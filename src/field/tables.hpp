// The tables that published noises carry for their kernels.
#pragma once
#include "kernels/kernel_table.hpp"

#include <scree/published.hpp>

namespace scree::field {

permutation_table table_of(const PerlinClassicOptions& options);
permutation_table table_of(const PerlinImprovedOptions& options);
permutation_table table_of(const PsrdnoiseOptions& options);
permutation_table table_of(const SimplexTableOptions& options);
permutation_table table_of(const StbPerlinOptions& options);

}  // namespace scree::field
