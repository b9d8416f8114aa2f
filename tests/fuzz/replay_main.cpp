// Runs a fuzz target without libFuzzer, as a test of every build: on each file of its corpus, and
// on mutations of them that are the same every time. A run that fails leaves its input behind.
#include "base/prng.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
// Part of the sanitizers; null without them.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace standby::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int mutations_max = 20'000;
constexpr auto patience = std::chrono::milliseconds{1500};
constexpr std::size_t input_size_max = 8 * 1024;

// What is being run, for the handlers, which can be told nothing.
Bytes present_input;
std::string failed_file;

// Writes the input to a file, with nothing that a dying process should not do.
void keep_input() {
    if (std::FILE* file = std::fopen(failed_file.c_str(), "wb")) {
        std::fwrite(present_input.data(), 1, present_input.size(), file);
        std::fclose(file);
        std::fprintf(stderr, "the input is kept in %s\n", failed_file.c_str());
    }
}

void on_abort(int) {
    keep_input();
    std::signal(SIGABRT, SIG_DFL);
    std::abort();
}

void run(Bytes input) {
    present_input = std::move(input);
    LLVMFuzzerTestOneInput(present_input.data(), present_input.size());
}

// One small change of the kinds that find most: a bit, a byte, a piece doubled, left out, moved
// over from another input, or a number of the ends of ranges.
void mutate(Bytes& bytes, const Bytes& other, Prng& prng) {
    const auto place = [&](std::size_t size) { return prng.below(size + 1); };
    const auto at = [](Bytes& all, std::size_t index) {
        return all.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const std::size_t begin = place(bytes.size());
    const std::size_t end = begin + prng.below(std::min<std::size_t>(bytes.size() - begin, 32) + 1);
    switch (prng.below(6)) {
    case 0:
        if (begin < bytes.size()) {
            bytes[begin] ^= static_cast<std::uint8_t>(1U << prng.below(8));
        }
        break;
    case 1:
        bytes.insert(at(bytes, begin), static_cast<std::uint8_t>(prng.below(256)));
        break;
    case 2: {
        const Bytes piece(at(bytes, begin), at(bytes, end));
        bytes.insert(at(bytes, place(bytes.size())), piece.begin(), piece.end());
        break;
    }
    case 3:
        bytes.erase(at(bytes, begin), at(bytes, end));
        break;
    case 4: {
        const std::size_t from = place(other.size());
        const std::size_t size = prng.below(std::min<std::size_t>(other.size() - from, 64) + 1);
        bytes.insert(at(bytes, begin), other.begin() + static_cast<std::ptrdiff_t>(from),
                     other.begin() + static_cast<std::ptrdiff_t>(from + size));
        break;
    }
    default: {
        constexpr const char* numbers[] = {"-1", "0", "255", "4294967295", "9223372036854775808"};
        const std::string number = numbers[prng.below(std::size(numbers))];
        bytes.insert(at(bytes, begin), number.begin(), number.end());
    }
    }
    bytes.resize(std::min(bytes.size(), input_size_max));
}

// As many as there is time for, in an order that is always the same.
int run_mutations(const std::vector<Bytes>& corpus) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    Prng prng(1);
    int runs = 0;
    while (runs < mutations_max && std::chrono::steady_clock::now() < deadline) {
        Bytes bytes = corpus[prng.below(corpus.size())];
        for (std::uint64_t changes = 1 + prng.below(4); changes > 0; --changes) {
            mutate(bytes, corpus[prng.below(corpus.size())], prng);
        }
        run(std::move(bytes));
        ++runs;
    }
    return runs;
}

Bytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A file is run as it is, to look at one failure; of a folder all files, and mutations of them.
int run_all(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    if (fs::is_regular_file(path)) {
        run(read_file(path));
        return 0;
    }
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
        files.push_back(entry.path());
    }
    if (files.empty()) {
        std::fprintf(stderr, "there is no corpus in %s\n", path.c_str());
        return 1;
    }
    std::ranges::sort(files);
    std::vector<Bytes> corpus;
    for (const fs::path& file : files) {
        corpus.push_back(read_file(file));
        run(corpus.back());
    }
    run({});
    const int runs = run_mutations(corpus);
    std::printf("%zu files and %d mutations of them\n", files.size(), runs);
    return 0;
}

}  // namespace

int replay(const std::string& program, const std::filesystem::path& path) {
    failed_file = program + ".failed";
    std::signal(SIGABRT, on_abort);
    if (__sanitizer_set_death_callback != nullptr) {
        __sanitizer_set_death_callback(keep_input);
    }
    return run_all(path);
}

}  // namespace standby::fuzz

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: %s <folder or file>\n", arguments[0]);
        return 2;
    }
    return standby::fuzz::replay(arguments[0], arguments[1]);
}
