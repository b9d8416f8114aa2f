# How well booking requests are read, on corpora that lie beside the repository where there are any;
# elsewhere the test says that it is skipped.
if(TARGET standby)
    add_test(NAME corpora.intake
        COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tests/corpora/intake_scores.py
                $<TARGET_FILE:standby>)
    set_tests_properties(corpora.intake PROPERTIES
        LABELS corpora TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()
