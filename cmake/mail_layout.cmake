# The layout of HTML mails, src/notify/voice/mail_layout.mjml, becomes HTML at build time by npm's
# mjml (tools/mail, installed by script/bootstrap) and a part of the binary; see
# src/notify/voice/mail_layout.cpp. With STANDBY_WITHOUT_NPM=1 it is mail_layout_plain.html instead,
# a hand-written layout with the same marks: e-mails read the same and look plainer.
set(voice ${PROJECT_SOURCE_DIR}/src/notify/voice)
set(mjml ${PROJECT_SOURCE_DIR}/tools/mail/node_modules/mjml/bin/mjml)
find_program(STANDBY_NODE NAMES node nodejs)
mark_as_advanced(STANDBY_NODE)

if(NOT "$ENV{STANDBY_WITHOUT_NPM}" STREQUAL "1")
    if(NOT STANDBY_NODE OR NOT EXISTS ${mjml})
        message(FATAL_ERROR "npm's packages are not in tools/mail: run script/bootstrap, or build "
            "with plainer mails and without the staff pages by setting STANDBY_WITHOUT_NPM=1")
    endif()
    set(layout ${CMAKE_BINARY_DIR}/mail_layout.html)
    add_custom_command(
        OUTPUT ${layout}
        COMMAND ${STANDBY_NODE} ${mjml} ${voice}/mail_layout.mjml -o ${layout}
            --config.validationLevel strict --config.minify true --config.beautify false
        DEPENDS ${voice}/mail_layout.mjml ${PROJECT_SOURCE_DIR}/tools/mail/package-lock.json
        COMMENT "Making the layout of mails"
        VERBATIM)
else()
    set(layout ${voice}/mail_layout_plain.html)
endif()
set_source_files_properties(${voice}/mail_layout.cpp PROPERTIES
    COMPILE_DEFINITIONS STANDBY_MAIL_LAYOUT_FILE="${layout}" OBJECT_DEPENDS ${layout})
