# The server as a later version might be (src/core/audit/tomorrow.hpp): it stores one more
# rule, field of events and rows, kind of event and enumerator. Only these sources differ; the
# archive's own are not pulled in, because their functions are already defined. See e2e.tomorrow.
if(TARGET standby_app)
    add_executable(standby_tomorrow
        ${PROJECT_SOURCE_DIR}/src/app/main.cpp ${STANDBY_TOMORROW_SOURCES})
    target_compile_definitions(standby_tomorrow PRIVATE STANDBY_TOMORROW)
    target_include_directories(standby_tomorrow PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(standby_tomorrow PRIVATE standby_app)
endif()
