# The words of pages and messages, words/<purpose>/<language>.toml, become C++ tables at build time:
# words.py checks that every language is complete and writes the tables, and for pages a header that
# declares a member for each sentence.
set(STANDBY_WORDS ${CMAKE_BINARY_DIR}/words)  # a folder to include from

# standby_words(<purpose> <target> <output>...) makes the texts a part of the target.
function(standby_words purpose target)
    if(NOT TARGET ${target})
        return()
    endif()
    set(folder ${PROJECT_SOURCE_DIR}/words/${purpose})
    file(GLOB texts CONFIGURE_DEPENDS ${folder}/*.toml)
    list(TRANSFORM ARGN PREPEND ${STANDBY_WORDS}/ OUTPUT_VARIABLE outputs)
    add_custom_command(
        OUTPUT ${outputs}
        COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/cmake/words.py
            ${purpose} ${folder} ${STANDBY_WORDS}
        DEPENDS ${texts} ${PROJECT_SOURCE_DIR}/cmake/words.py
        COMMENT "Reading words/${purpose}"
        VERBATIM)
    add_custom_target(words_${purpose} DEPENDS ${outputs})
    add_dependencies(${target} words_${purpose})
    target_sources(${target} PRIVATE ${outputs})
endfunction()

standby_words(pages standby_http
    http/pages/words/page_words.hpp http/pages/words/page_words.cpp)
if(TARGET standby_http)
    target_include_directories(standby_http PUBLIC ${STANDBY_WORDS})
endif()
standby_words(messages standby_notify
    notify/voice/words/message_words.cpp)
