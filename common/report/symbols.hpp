// Names for addresses of the running program.
#pragma once
#include <string>

namespace dls {

/// The function that the instruction at `address` belongs to: "dls::Tensor::copy", without its
/// parameters and template arguments. What has no name becomes that of its library,
/// "[libdnnl.so.2]"; machine code that was written while the program ran becomes
/// "[generated code]".
std::string function_at(const void* address);

/// "int dls::f<float>(char const*) const" becomes "dls::f".
std::string short_function_name(const std::string& demangled);

}  // namespace dls
