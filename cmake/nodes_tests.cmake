# tests/nodes: two servers with the real routes over one store in memory, and a placement that the
# test decides.
if(TARGET standby_http AND TARGET standby_store)
    standby_unit_tests(nodes tests/nodes standby_http memory_store)
endif()
