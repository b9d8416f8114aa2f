# tests/memory_store: the store that the simulator and the tests run on. No part of the server.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/memory_store/*.cpp)
if(TARGET standby_store)
    standby_batches(sources memory_store ${sources})
    add_library(memory_store STATIC EXCLUDE_FROM_ALL ${sources})
    target_include_directories(memory_store PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(memory_store PUBLIC standby_store)
    standby_precompile(memory_store ${STANDBY_STANDARD_HEADERS})
endif()
