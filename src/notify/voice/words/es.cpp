// Standby's words in Spanish. Guests are addressed formally. Text messages do without á, í, ó and
// ú, which are not in the GSM alphabet, and choose words that need none of them.
#include "notify/voice/words/words.hpp"

namespace standby::notify {
namespace {

using engine::MessageKind;
constexpr auto mail = engine::Channel::Mail;
constexpr auto sms = engine::Channel::Sms;

constexpr ReasonWords reasons[] = {
    {"max_offers", "se alcanzó el número de ofertas permitido y nadie la aceptó"},
    {"cutoff", "falta muy poco para el comienzo como para preguntar a alguien más"},
    {"list_exhausted", "se preguntó a todas las personas a las que les conviene y nadie la aceptó"},
    {"nobody_eligible", "no le conviene a nadie de la lista"},
    {"withdrawn", "fue retirada"},
    {"rules_changed", "cambiaron las reglas de la lista"},
    {"capacity_changed", "cambió el número de plazas"},
};

constexpr Wording wordings[] = {
    {MessageKind::Waitlisted, mail, "Está en la lista: {{what}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Está en la lista de espera de {{what}}.{{#rank}} Su puesto en la fila: "
     "{{rank}}.{{/rank}}\n"
     "\n"
     "En cuanto quede algo libre para usted, le escribiremos. Puede ver en todo momento cómo "
     "va o salir de la lista.",
     "Ver mi puesto"},
    {MessageKind::Waitlisted, sms, "",
     "{{house}}: ya tiene puesto en la lista de {{what}}{{#rank}} (el {{rank}}){{/rank}}. "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Verify, mail, "Confirme su dirección, por favor",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Alguien, probablemente usted, ha pedido un puesto en la lista de espera de {{what}}. "
     "Por favor, confirme que esta dirección es suya; solo entonces estará en la lista.\n"
     "\n"
     "Si no ha sido usted, no haga nada. No volverá a saber de nosotros.",
     "Confirmar mi dirección"},
    {MessageKind::Verify, sms, "",
     "{{house}}: por favor, confirme que desea entrar en la lista de {{what}}: {{link}} Si no "
     "ha sido usted, ignore este mensaje.",
     ""},

    {MessageKind::Confirmed, mail, "Confirmado: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "La plaza es suya:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}{{#party_size}}, para {{party_size}} "
     "personas{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "Le esperamos con gusto. Si no puede venir, cancele a tiempo, por favor, para que otra "
     "persona pueda aprovecharla.",
     "Ver o cancelar"},
    {MessageKind::Confirmed, sms, "",
     "{{house}}: confirmado. {{what}}{{#staff}} con {{staff}}{{/staff}}{{#when}}, "
     "{{when}}{{/when}}. Ver o cancelar: {{link}}",
     ""},

    {MessageKind::Offer, mail, "Una plaza para usted: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Buenas noticias: ha quedado libre una plaza para usted.\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}{{#party_size}}, para {{party_size}} "
     "personas{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Se la guardamos hasta {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. Después "
     "pasa a la siguiente persona.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Si no responde, pasa a la siguiente persona.\n"
     "{{/deadline}}",
     "Aceptar la plaza"},
    {MessageKind::Offer, sms, "",
     "{{house}}: libre: {{what}}{{#when}}, {{when}}{{/when}}. Suya{{#deadline}} hasta "
     "{{deadline}}, luego de la siguiente persona{{/deadline}}: {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Reminder, mail, "Aún libre para usted: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Todavía le guardamos esta plaza y aún no tenemos su respuesta:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}{{#party_size}}, para {{party_size}} "
     "personas{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Puede responder hasta {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. Después "
     "pasa a la siguiente persona.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Si no responde, pasa a la siguiente persona.\n"
     "{{/deadline}}",
     "Aceptar la plaza"},
    {MessageKind::Reminder, sms, "",
     "{{house}}: {{what}}{{#when}}, {{when}}{{/when}} sigue libre para usted{{#deadline}} "
     "hasta {{deadline}}, luego pasa a la siguiente persona{{/deadline}}: "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Expired, mail, "Se acabó el plazo para responder: {{what}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "No hemos recibido su respuesta a tiempo, así que {{what}}{{#when}}, {{when}},{{/when}} "
     "pasa a la siguiente persona.\n"
     "\n"
     "En su página puede ver si sigue en la lista.",
     "Ver mi puesto"},
    {MessageKind::Expired, sms, "",
     "{{house}}: sin respuesta a tiempo, {{what}}{{#when}}, {{when}},{{/when}} pasa a la "
     "siguiente persona. Su puesto: {{link}}",
     ""},

    {MessageKind::Taken, mail, "Ya no está libre: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Lo sentimos: {{what}}{{#when}}, {{when}},{{/when}} ya no está libre. No tiene que hacer "
     "nada.\n"
     "\nEn su página puede ver cómo va. Si sigue en la lista, le escribiremos en cuanto quede "
     "libre otra cosa.",
     "Ver mi puesto"},
    {MessageKind::Taken, sms, "",
     "{{house}}: lo sentimos, {{what}}{{#when}}, {{when}},{{/when}} ya no queda libre. Su "
     "puesto en la lista: {{link}}",
     ""},

    {MessageKind::Cancelled, mail, "Cancelado: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Su plaza está cancelada: {{what}}{{#when}}, {{when}}{{/when}}.\n"
     "\n"
     "Si no lo esperaba, póngase en contacto con nosotros, por favor.",
     "Ver los detalles"},
    {MessageKind::Cancelled, sms, "",
     "{{house}}: cancelado: {{what}}{{#when}}, {{when}}{{/when}}. Detalles: {{link}}", ""},

    {MessageKind::StatusLink, mail, "Su puesto en la lista: {{what}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Ya está en la lista de {{what}}. Este es el acceso a su página.\n"
     "\n"
     "Si no lo ha pedido, no haga nada: solo usted tiene este enlace.",
     "Ver mi puesto"},
    {MessageKind::StatusLink, sms, "",
     "{{house}}: ya tiene puesto en la lista de {{what}}. Puede verlo en {{link}}", ""},

    {MessageKind::MoveUp, mail, "Antes para usted: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Ya tiene una plaza, y ahora ha quedado libre otra antes:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}{{#party_size}}, para {{party_size}} "
     "personas{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Se la guardamos hasta {{deadline}}{{#time_left}} ({{time_left}}){{/time_left}}. Después "
     "pasa a la siguiente persona.\n"
     "{{/deadline}}\n"
     "Si la acepta, liberamos la que tiene más tarde. Si no, conserva lo que tiene.",
     "Aceptar el cambio"},
    {MessageKind::MoveUp, sms, "",
     "{{house}}: libre antes: {{what}}{{#when}}, {{when}}{{/when}}. Puede "
     "cambiar{{#deadline}} hasta {{deadline}}, luego pasa a la siguiente "
     "persona{{/deadline}}: {{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::EventReminder, mail, "Hasta pronto: {{what}}{{#when}}, {{when}}{{/when}}",
     "Hola{{#name}}, {{name}}{{/name}}:\n"
     "\n"
     "Le recordamos su plaza:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}{{#party_size}}, para {{party_size}} "
     "personas{{/party_size}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "\n"
     "Si no puede venir, cancele ahora, por favor, para que otra persona pueda aprovecharla.",
     "Ver o cancelar"},
    {MessageKind::EventReminder, sms, "",
     "{{house}}: ¡hasta pronto! {{what}}{{#when}}, {{when}}{{/when}}{{#place}}, "
     "{{place}}{{/place}}. Ver o cancelar: {{link}}",
     ""},

    {MessageKind::HandedBack, mail, "Libre de nuevo: {{what}}{{#when}}, {{when}}{{/when}}",
     "La lista de espera no ha podido llenar esta plaza; vuelve a estar en sus manos:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "{{#reason}}\n"
     "El motivo: {{reason}}.\n"
     "{{/reason}}",
     "Abrir la lista"},
    {MessageKind::NobodyFits, mail, "No le conviene a nadie: {{what}}{{#when}}, {{when}}{{/when}}",
     "Esta plaza está libre y por ahora no le conviene a nadie de la lista:\n"
     "\n"
     "{{what}}{{#staff}} con {{staff}}{{/staff}}\n"
     "{{when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "Queda abierta: si a tiempo se apunta alguien a quien le convenga, le preguntamos "
     "enseguida. También puede darla usted.",
     "Abrir la lista"},
    {MessageKind::MonthlySummary, mail, "Su lista de espera en {{month}}",
     "Así fue {{month}} en {{house}}.\n"
     "\n"
     "Plazas que quedaron libres: {{freed}}\n"
     "Llenadas desde la lista: {{filled}}{{#fill_rate}} ({{fill_rate}}){{/fill_rate}}\n"
     "Ofertas: {{offers}}\n"
     "Ofertas aceptadas: {{accepted}}\n"
     "Personas que se apuntaron: {{joined}}\n"
     "\n"
     "{{#time_to_fill}}\n"
     "Tiempo mediano hasta llenar una plaza: {{time_to_fill}}\n"
     "{{/time_to_fill}}\n"
     "{{#recovered}}\n"
     "Valor de las plazas llenadas: {{recovered}}\n"
     "{{/recovered}}",
     "Abrir Standby"},

    {MessageKind::ReplyClaimed, sms, "",
     "{{house}}: ¡es suya! {{what}}{{#when}}, {{when}}{{/when}}. Ver o cancelar: {{link}}", ""},
    {MessageKind::ReplyDeclined, sms, "",
     "{{house}}: gracias, preguntamos a la siguiente persona. Su puesto: {{link}}", ""},
    {MessageKind::ReplyEnded, sms, "",
     "{{house}}: lo sentimos, esta oferta ya ha terminado. Su puesto: {{link}}", ""},
    {MessageKind::ReplyNothing, sms, "",
     "{{house}}: ahora mismo no hay ninguna oferta para usted. Le escribiremos cuando la "
     "haya. HELP para ayuda, STOP para darse de baja.",
     ""},
    {MessageKind::ReplyHelp, sms, "",
     "{{house}}: mensajes de lista de espera. A una oferta responda 1 para aceptar o 9 para "
     "rechazar. STOP para darse de baja.{{#link}} Su puesto: {{link}}{{/link}}",
     ""},
    {MessageKind::ReplyStopped, sms, "",
     "{{house}}: se ha dado de baja y no va a recibir otros mensajes. Responda START para "
     "volver.",
     ""},
    {MessageKind::ReplyStarted, sms, "",
     "{{house}}: gracias por volver. Vuelve a recibir los mensajes de sus listas de espera. "
     "HELP para ayuda, STOP para darse de baja.",
     ""},
};

}  // namespace

constinit const Words spanish_words{
    .places = {"plaza", "plazas"},
    .answer_yes_no = "Responda 1=acepto, 9=no.",
    .answer_stop = "STOP para darse de baja.",
    .reasons = reasons,
    .mail =
        {
            .add_to_calendar = "Añadir a su calendario",
            .see_or_leave = "Ver su puesto o salir de esta lista",
            .stop_all = "No recibir ningún mensaje nuestro",
            .colon = ": ",
        },
    .wordings = wordings,
};

}  // namespace standby::notify
