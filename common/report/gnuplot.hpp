// A picture is a gnuplot script; this file runs it (C++17, header only: notebooks include it).
#pragma once
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace dls {

/// Thrown when a picture is asked for and there is no gnuplot: a program may go on without it.
class GnuplotMissing : public Error {
 public:
  GnuplotMissing()
      : Error(
            "gnuplot is not installed, so no pictures are drawn; to get them: "
            "apt install gnuplot-nox fonts-dejavu-core (with conda: conda install gnuplot)") {}
};

namespace gnuplot {

/// A text as gnuplot's double-quoted string: what is inside is shown as it is.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '`') {
      out += "'";  // a backquote would run a command
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}

/// A number with all its digits, as gnuplot reads it.
inline std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

/// A folder for the script and gnuplot's complaints that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* parent = ::getenv("TMPDIR");
    path_ = std::string(parent != nullptr && *parent != 0 ? parent : "/tmp") + "/dls_plot_XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error("cannot make a temporary folder " + path_ +
                  " to draw a picture in; set TMPDIR to a folder that can be written");
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    for (const std::string& file : files_) ::unlink(file.c_str());
    ::rmdir(path_.c_str());
  }

  /// The path of a file inside, which is removed with the folder.
  std::string file(const std::string& name) {
    files_.push_back(path_ + "/" + name);
    return files_.back();
  }

 private:
  std::string path_;
  std::vector<std::string> files_;
};

/// A path as one word of the shell.
inline std::string shell_word(const std::string& path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

inline std::string read_all(std::FILE* file) {
  std::string bytes;
  char buffer[65536];
  while (std::feof(file) == 0 && std::ferror(file) == 0) {
    bytes.append(buffer, std::fread(buffer, 1, sizeof buffer, file));
  }
  return bytes;
}

/// Runs a script whose terminal is set and whose output is standard output; returns the bytes of
/// the picture. Throws GnuplotMissing without gnuplot, and Error with gnuplot's own words when it
/// refuses the script.
inline std::string run(const std::string& script) {
  TemporaryFolder folder;
  const std::string script_file = folder.file("script.gp");
  const std::string complaint_file = folder.file("complaints.txt");

  std::FILE* file = std::fopen(script_file.c_str(), "wb");
  const bool written =
      file != nullptr && std::fwrite(script.data(), 1, script.size(), file) == script.size();
  if (file == nullptr || (std::fclose(file) != 0) || !written) {
    throw Error("cannot write the temporary file " + script_file +
                "; is the disk full? TMPDIR chooses another folder");
  }

  const std::string command =
      "gnuplot " + shell_word(script_file) + " 2>" + shell_word(complaint_file) + " </dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error("cannot start a shell to run gnuplot");
  std::string picture = read_all(pipe);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) throw GnuplotMissing();

  const bool is_png = picture.size() > 8 && picture.compare(1, 3, "PNG") == 0;
  if (status != 0 || !is_png) {
    std::string complaints;
    if (std::FILE* words = std::fopen(complaint_file.c_str(), "rb")) {
      complaints = read_all(words);
      std::fclose(words);
    }
    throw Error("gnuplot could not draw the picture (exit status " +
                std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1) +
                "): " + complaints.substr(0, 400));
  }
  return picture;
}

}  // namespace gnuplot

/// A picture that is ready to be drawn: a gnuplot script without its terminal line.
class Picture {
 public:
  /// `width` and `height` in pixels.
  Picture(std::string script, int width, int height)
      : script_(std::move(script)), width_(width), height_(height) {}

  /// The whole script, for those who want to redraw it by hand.
  std::string script() const {
    return "set encoding utf8\nset terminal pngcairo noenhanced size " + std::to_string(width_) +
           "," + std::to_string(height_) + " font 'DejaVu Sans,12' background '#ffffff'\n" +
           script_;
  }

  /// The bytes of a PNG file. Throws GnuplotMissing or Error.
  std::string png() const { return gnuplot::run(script()); }

  int width() const { return width_; }
  int height() const { return height_; }

  /// The script without its terminal line, to be put inside a larger picture.
  const std::string& body() const { return script_; }

 private:
  std::string script_;
  int width_;
  int height_;
};

}  // namespace dls
