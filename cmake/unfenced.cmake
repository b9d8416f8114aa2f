# The negative control of the cluster's tests: the same server without the guard of its commits. The
# archive's own commit_guard.cpp is not pulled in, because its functions are already defined.
if(TARGET standby_app)
    add_executable(standby_unfenced
        ${PROJECT_SOURCE_DIR}/src/app/main.cpp
        ${PROJECT_SOURCE_DIR}/tests/faults/no_commit_guard.cpp)
    target_include_directories(standby_unfenced PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(standby_unfenced PRIVATE standby_app)
endif()
