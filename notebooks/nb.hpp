// nb.hpp: shows a picture below a notebook cell. C++17, no dependency.
//
//   #include "notebooks/nb.hpp"
//   nb::show(plot);
//
// xeus-cling and xeus-cpp show it through xcpp::display. This repository's own kernel and test
// runner read it from stdout, between two marks (notebooks/kernel/engine.py).
#pragma once
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#if __has_include(<xcpp/xdisplay.hpp>)
#include <xcpp/xdisplay.hpp>
#endif

namespace nb {

/// `bytes` in base64 (RFC 4648, section 4), without line breaks. The two xeus kernels have encoders
/// of their own, in headers that differ.
inline std::string base64(const std::string& bytes) {
  static const char* const digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    // Three bytes are 24 bits, which are four digits; what is missing at the end becomes '='.
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool inside = i + k < bytes.size();
      bits = bits << 8 | (inside ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

/// What a kernel displays: content of one MIME type.
struct Bundle {
  std::string mime, content;
};

#if __has_include(<xcpp/xdisplay.hpp>)
/// xcpp::display finds this function by the type of its argument.
inline nlohmann::json mime_bundle_repr(const Bundle& bundle) {
  auto json = nlohmann::json::object();
  json[bundle.mime] = bundle.content;
  return json;
}

inline void display(const Bundle& bundle) { xcpp::display(bundle); }
#else
inline void display(const Bundle& bundle) {
  std::cout << '\x02' << bundle.mime << '\n' << bundle.content << '\x03' << std::flush;
}
#endif

/// Shows the bytes of a PNG file as a picture below the cell. Throws std::invalid_argument for
/// others.
inline void show(const std::string& png) {
  if (png.size() < 8 || png.compare(1, 3, "PNG") != 0) {
    throw std::invalid_argument("nb::show wants the bytes of a PNG file, for instance plot.png()");
  }
  display({"image/png", base64(png)});
}

/// Shows anything that can be drawn as a PNG file: dls::Plot, dls::heat_map(...), dls::panels(...).
template <class Drawing>
auto show(const Drawing& drawing) -> decltype(drawing.png(), void()) {
  show(drawing.png());
}

}  // namespace nb
