#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

// Clang's OpenMP keeps what it allocated for its threads to the end; the leak checker need not report that.
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp"; }
