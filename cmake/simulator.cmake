# The simulator: everything in sim/ but main.cpp as the library standby_sim, so that its own parts
# can be unit-tested, and the executable `sim`, whose default run is one of the tests.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/sim/*.cpp)
list(FILTER sources EXCLUDE REGEX "(_test\\.cpp|/sim/main\\.cpp)$")

if(sources)
    standby_batches(sources sim ${sources})
    add_library(standby_sim STATIC ${sources})
    standby_precompile(standby_sim ${STANDBY_STANDARD_HEADERS})
    target_include_directories(standby_sim PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(standby_sim PUBLIC
        memory_store standby_engine standby_core standby_base fmt::fmt Threads::Threads)
endif()

if(EXISTS ${PROJECT_SOURCE_DIR}/sim/main.cpp)
    add_executable(sim ${PROJECT_SOURCE_DIR}/sim/main.cpp)
    target_include_directories(sim PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    standby_link_existing(sim PRIVATE
        standby_sim standby_core standby_base fmt::fmt Threads::Threads)
    # Small pieces of memory by the million: another allocator makes it a seventh faster.
    find_file(STANDBY_SIM_MALLOC libtcmalloc_minimal.so.4
        PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH)
    if(STANDBY_SIM_MALLOC AND NOT STANDBY_SANITIZE)
        target_link_libraries(sim PRIVATE -Wl,--no-as-needed ${STANDBY_SIM_MALLOC})
    endif()
    add_test(NAME sim COMMAND sim --seeds ${STANDBY_SIM_SEEDS} --first 1)
    # The highest cost starts first, so the longest test does not run alone at the end.
    set_tests_properties(sim PROPERTIES TIMEOUT 300 LABELS sim COST 1000)
    add_test(NAME sim_cluster COMMAND sim --target cluster --seeds 40 --first 1)
    set_tests_properties(sim_cluster PROPERTIES TIMEOUT 120 LABELS sim COST 800)
    add_test(NAME sim_big_cluster
        COMMAND sim --target cluster --nodes 8 --shards 256 --hours 1 --seed 1)
    set_tests_properties(sim_big_cluster PROPERTIES TIMEOUT 120 LABELS sim)
    add_test(NAME sim_exhaustive COMMAND sim --exhaustive)
    set_tests_properties(sim_exhaustive PROPERTIES TIMEOUT 120 LABELS sim COST 900)
endif()
