#include "common/report/symbols.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

#include "common/core/error.hpp"
#include "common/io/file.hpp"

namespace dls {
namespace {

struct Function {
  std::uint64_t begin, end;
  std::string name;
};

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return short_function_name(status == 0 ? text.get() : name);
}

/// The functions of this program by address, those that only their own file can see included:
/// dladdr() does not know these, and they are the ones that a profile is full of. Empty for a
/// program whose symbols were stripped.
/// Source: "Tool Interface Standard: Executable and Linking Format", version 1.2.
std::vector<Function> functions_of_program() {
  std::vector<Function> functions;
  std::string file;
  try {
    file = read_file("/proc/self/exe");
  } catch (const Error&) {
    return functions;
  }
  Elf64_Ehdr head;
  if (file.size() < sizeof head) return functions;
  std::memcpy(&head, file.data(), sizeof head);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_shoff + head.e_shnum * sizeof(Elf64_Shdr) > file.size())
    return functions;
  std::vector<Elf64_Shdr> sections(head.e_shnum);
  std::memcpy(sections.data(), file.data() + head.e_shoff, head.e_shnum * sizeof(Elf64_Shdr));
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size()) continue;
    const Elf64_Shdr& names = sections[table.sh_link];
    if (table.sh_offset + table.sh_size > file.size()) continue;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, file.data() + table.sh_offset + at, sizeof symbol);
      const std::uint64_t name = names.sh_offset + symbol.st_name;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0 || name >= file.size())
        continue;
      functions.push_back({symbol.st_value, symbol.st_value + symbol.st_size, &file[name]});
    }
  }
  std::sort(functions.begin(), functions.end(),
            [](const Function& a, const Function& b) { return a.begin < b.begin; });
  return functions;
}

/// Where the program's own addresses begin in memory, and in its file.
std::uint64_t program_base() {
  Dl_info here = {};
  dladdr(reinterpret_cast<const void*>(&functions_of_program), &here);
  return reinterpret_cast<std::uint64_t>(here.dli_fbase);
}

}  // namespace

std::string short_function_name(const std::string& demangled) {
  std::string text = demangled.substr(0, demangled.find(" [clone"));
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"(anonymous namespace)::", ""},
                                 {"operator()", "operator\x01"}})
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;)
      text.replace(at, from.size(), to);
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) out += c;
    if (c == '>' || c == ')') --depth;
  }
  // What is left may be "int name const": the word before the parameters is the name.
  for (const char* end : {" const", " volatile", " &", " &&"})
    if (out.size() > std::strlen(end) &&
        out.compare(out.size() - std::strlen(end), std::string::npos, end) == 0)
      out.resize(out.size() - std::strlen(end));
  if (out.find("operator ") == std::string::npos) out = out.substr(out.rfind(' ') + 1);
  std::replace(out.begin(), out.end(), '\x01', ' ');
  const std::size_t call = out.find("operator ");
  if (call != std::string::npos && out.find_first_of(": ", call + 8) == call + 8 &&
      (call + 9 == out.size() || out[call + 9] == ':'))
    out.replace(call, 9, "operator()");
  return out;
}

std::string function_at(const void* address) {
  static const std::vector<Function> program = functions_of_program();
  static const std::uint64_t base = program_base();

  Dl_info info = {};
  if (dladdr(address, &info) == 0) return "[generated code]";
  if (reinterpret_cast<std::uint64_t>(info.dli_fbase) == base && !program.empty()) {
    // A program that may lie anywhere in memory counts from its base, an older kind from zero.
    std::uint64_t where = reinterpret_cast<std::uint64_t>(address);
    if (program.back().end < base) where -= base;
    const auto after =
        std::upper_bound(program.begin(), program.end(), where,
                         [](std::uint64_t a, const Function& f) { return a < f.begin; });
    if (after != program.begin() && where < std::prev(after)->end)
      return demangled(std::prev(after)->name.c_str());
  }
  if (info.dli_sname != nullptr) return demangled(info.dli_sname);
  const char* slash = std::strrchr(info.dli_fname, '/');
  return "[" + std::string(slash == nullptr ? info.dli_fname : slash + 1) + "]";
}

}  // namespace dls
