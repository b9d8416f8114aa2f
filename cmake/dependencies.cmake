# The libraries above core, all from Debian. Each layer links only what it names in CMakeLists.txt,
# so that a new dependency is a visible line there.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
if(POLICY CMP0167)
    cmake_policy(SET CMP0167 NEW)  # Boost's own description of itself
endif()
find_package(Boost 1.81 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(PostgreSQL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(prometheus-cpp REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(brotli REQUIRED IMPORTED_TARGET libbrotlienc)
pkg_check_modules(expat REQUIRED IMPORTED_TARGET expat)
pkg_check_modules(curl REQUIRED IMPORTED_TARGET libcurl)
pkg_check_modules(gmime REQUIRED IMPORTED_TARGET gmime-3.0)
pkg_check_modules(heif REQUIRED IMPORTED_TARGET libheif)
pkg_check_modules(ical REQUIRED IMPORTED_TARGET libical)
pkg_check_modules(zip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(expat REQUIRED IMPORTED_TARGET expat)
pkg_check_modules(seccomp REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(idn2 REQUIRED IMPORTED_TARGET libidn2)
pkg_check_modules(nats REQUIRED IMPORTED_TARGET libnats)
pkg_check_modules(rdkafka REQUIRED IMPORTED_TARGET rdkafka)
pkg_check_modules(leptonica REQUIRED IMPORTED_TARGET lept)
pkg_check_modules(poppler REQUIRED IMPORTED_TARGET poppler-cpp)
pkg_check_modules(tesseract REQUIRED IMPORTED_TARGET tesseract)
find_package(OpenMP REQUIRED COMPONENTS CXX)  # to tell tesseract that it has one thread
pkg_check_modules(qrencode REQUIRED IMPORTED_TARGET libqrencode)
# Debian 13's package has no description for pkg-config.
find_path(XLSXWRITER_INCLUDE xlsxwriter.h REQUIRED)
find_library(XLSXWRITER_LIBRARY xlsxwriter REQUIRED)
add_library(xlsxwriter INTERFACE)
target_include_directories(xlsxwriter INTERFACE ${XLSXWRITER_INCLUDE})
target_link_libraries(xlsxwriter INTERFACE ${XLSXWRITER_LIBRARY})

# Asio is compiled once, in files of its own (http/server/boost_asio*.cpp), instead of into every
# file that includes it. Its memory fences are for event loops that several threads run; ours have
# one thread each, and the thread sanitizer does not understand fences.
add_library(boost_network INTERFACE)
target_link_libraries(boost_network INTERFACE
    Boost::headers OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
target_compile_definitions(boost_network INTERFACE
    BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_FENCED_BLOCK)
