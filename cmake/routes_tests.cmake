# tests/routes: the handlers of all routes over a gateway that the test can make fail, and a store
# in memory.
if(TARGET standby_http AND TARGET standby_store)
    standby_unit_tests(routes tests/routes standby_http memory_store)
endif()
