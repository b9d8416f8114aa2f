# The layout of HTML mails, src/notify/voice/mail_layout.mjml, becomes HTML at build time by npm's
# mjml (tools/mail, installed by script/bootstrap) and a part of the binary; see
# src/notify/voice/mail_layout.cpp. Without Node or without the package the build goes on with
# mail_layout_plain.html, a layout with the same marks that is written by hand: mails then read the
# same and look plainer. Run script/bootstrap and configure again to get the other one.
set(voice ${PROJECT_SOURCE_DIR}/src/notify/voice)
set(mjml ${PROJECT_SOURCE_DIR}/tools/mail/node_modules/mjml/bin/mjml)
find_program(STANDBY_NODE NAMES node nodejs)
mark_as_advanced(STANDBY_NODE)

if(STANDBY_NODE AND EXISTS ${mjml})
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
    message(WARNING "npm's mjml is not in tools/mail/node_modules (script/bootstrap installs it): "
        "mails get the plain layout ${layout}")
endif()
set_source_files_properties(${voice}/mail_layout.cpp PROPERTIES
    COMPILE_DEFINITIONS STANDBY_MAIL_LAYOUT_FILE="${layout}" OBJECT_DEPENDS ${layout})
