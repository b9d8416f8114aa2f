// The pages in Spanish. Guests are addressed formally.
#include "http/pages/words/words.hpp"

namespace standby::http {

constinit const PageWords spanish_page{
    .frame =
        {
            .language = "Idioma",
            .local_times = "Horas locales: {0}",
            .what = "Qué",
            .when = "Cuándo",
            .how_long = "Duración",
            .with_whom = "Con",
            .where = "Dónde",
            .places = "Plazas",
            .people = "Personas",
            .price = "Precio",
        },
    .rules =
        {
            .fifo = "Por orden de llegada.",
            .score = "Quien tiene más puntos va primero; con los mismos, quien llegó antes.",
            .head_start =
                "Por orden de llegada, y cada punto cuenta como si hubiera llegado {0} antes.",
            .lottery = "Quien se apunte antes del {0} participa en un sorteo que decide el orden. "
                       "Quien se apunte después va detrás, por orden de llegada.",
            .lottery_secret = "El sorteo se puede comprobar: su secreto ya está fijado. Huella "
                              "(SHA-256): {0}",
            .priority = "Las personas con prioridad van antes que las demás.",
            .referral = "Cada persona que se apunte con su enlace le da {0} puntos, {1} como "
                        "máximo.",
            .window = "Cuando sea su turno, le escribimos y le guardamos la plaza durante {0}.",
            .quiet_hours = "No le escribimos de {0} a {1}; su plazo se detiene.",
            .quiet_hours_urgent = "De {0} a {1} solo escribimos si después sería demasiado tarde.",
            .miss_keep = "Si no responde a tiempo, conserva su lugar una vez; la siguiente pasa al "
                         "final de la fila.",
            .miss_back = "Si no responde a tiempo, pasa al final de la fila.",
            .miss_remove = "Si no responde a tiempo, sale de la lista.",
            .misses_max = {"Con una oferta sin respuesta, sale de la lista.",
                           "Con {0} ofertas sin respuesta, sale de la lista."},
            .decline_keep = "Si dice que no, conserva su lugar una vez; la siguiente pasa al final "
                            "de la fila.",
            .decline_back = "Si dice que no, pasa al final de la fila.",
            .decline_remove = "Si dice que no, sale de la lista.",
            .payment = "Una plaza cuesta {0}, que se paga al aceptarla.",
            .party_strict = "No se salta a ningún grupo: se reúnen plazas hasta que basten para el "
                            "siguiente.",
            .party_fit = {"Si falta sitio para un grupo, uno menor puede pasar delante una vez.",
                          "Si falta sitio para un grupo, otros menores pueden pasar delante, {0} "
                          "veces como máximo."},
            .waves = "Las plazas se dan en tandas de hasta {0}, con {1} entre una y otra.",
            .offers_max =
                {"Se pregunta a una persona por plaza; después decidimos nosotros.",
                 "Se pregunta a {0} personas como máximo por plaza; después decidimos nosotros."},
            .cutoff = "Desde {0} antes del comienzo ya no se ofrece nada.",
            .verify = "Entra en la fila cuando haya confirmado su dirección de correo.",
            .reminder = "Si no ha respondido después de {0}, se lo recordamos una vez.",
            .waiting_max = {"En la lista cabe una persona.",
                            "En la lista caben {0} personas como máximo."},
            .band = "Ve más o menos por dónde va, no el lugar exacto.",
            .hidden = "No se muestran los lugares en la fila.",
            .instant_yes = "Puede decir que sí por adelantado; entonces la plaza es suya en cuanto "
                           "sea su turno.",
        },
    .join =
        {
            .eyebrow = "Lista de espera",
            .nobody_waits = "Todavía no espera nadie.",
            .waiting = {"Espera una persona.", "Esperan {0} personas."},
            .free = {"Ahora hay una plaza libre.", "Ahora hay {0} plazas libres."},
            .odds = "De {0} personas que esperaron aquí, {1} consiguieron plaza.",
            .odds_within = "De {0} personas que esperaron aquí, {1} consiguieron plaza, por lo "
                           "general en menos de {2}.",
            .odds_none = "De {0} personas que esperaron aquí, nadie ha conseguido plaza todavía.",
            .rules = "Cómo funciona",
            .rules_more = "Todas las reglas",
            .closed = {"Esta lista está cerrada",
                       "Ya no puede apuntarse nadie. Si ya está en ella, el enlace a su página "
                       "sigue funcionando."},
            .paused = {"Esta lista está en pausa",
                       "Puede apuntarse y conservar su lugar en la fila. No se ofrecen plazas "
                       "hasta que continúe."},
            .full = {"Esta lista está llena",
                     "Por ahora no admite a nadie más. Vuelva más tarde: en cuanto alguien se "
                     "vaya, podrá apuntarse."},
            .invited = "Alguien de esta lista le ha invitado.",
            .form = "Apuntarse a la lista",
            .name = "Nombre",
            .contact = "¿Cómo le localizamos? Basta con uno de los dos.",
            .email = "Correo electrónico",
            .phone = "Teléfono",
            .phone_hint = "Con el prefijo del país, por ejemplo +34 912 345 678",
            .party_size = "¿Cuántas personas?",
            .service = "¿Qué desea?",
            .staff = "¿Con quién?",
            .any = "Déjelo vacío si le da igual.",
            .more_wishes = "¿Cuándo y con quién?",
            .dates = "Días",
            .earliest = "Desde",
            .latest = "Hasta",
            .times = "Horas de la semana",
            .times_hint = "Sin marcar nada: a cualquier hora.",
            .morning = "Mañana",
            .afternoon = "Tarde",
            .evening = "Noche",
            .instant_yes = "Decir que sí por mí",
            .instant_yes_hint = "La primera plaza que se ajuste a mis deseos es mía al momento, "
                                "sin preguntar. Aun así puedo devolverla.",
            .notice = "Pero solo con esta antelación",
            .notice_any = "Cualquiera",
            .submit = "Apuntarme",
            .optional = "opcional",
            .joined = {"Está en la lista",
                       "Su página muestra por dónde va. Guarde el enlace o espere nuestro "
                       "mensaje."},
            .open_status = "Abrir mi página",
            .known = {"Ya está en la lista", "Le hemos enviado de nuevo el enlace a su lugar."},
        },
    .errors =
        {
            .look = "Todavía hay algo que no está bien. Mire los campos marcados.",
            .contact_missing = "Indique una dirección de correo o un número de teléfono.",
            .contact_left = "Debe quedar una dirección de correo o un número de teléfono.",
            .email = "Esto no parece una dirección de correo.",
            .phone = "Escriba el número con el prefijo del país, por ejemplo +34 912 345 678.",
            .party_size = "Escriba un número del 1 al {0}.",
            .date = "Escriba una fecha como 2026-11-15.",
            .dates_order = "El último día no puede ser anterior al primero.",
            .too_long = "Esto es demasiado largo.",
            .too_often = "Se han apuntado demasiadas personas desde aquí. Vuelva a intentarlo en "
                         "un minuto.",
        },
    .notices =
        {
            .busy = "Ahora mismo estamos muy ocupados. Vuelva a intentarlo en un momento.",
            .refused = "Eso ya no es posible.",
            .list_full = "La lista está llena por ahora. Vuelva a intentarlo más tarde.",
            .list_closed = "Esta lista está cerrada.",
            .entry_ended = "Ya no está en esta lista.",
            .already_claimed = "Esta plaza ya es suya.",
            .offer_expired = "Ha pasado el plazo de esta oferta.",
            .offer_declined = "Rechazó esta oferta.",
            .offer_withdrawn = "Esta oferta se retiró.",
            .offer_confirming = "Su plaza se está confirmando.",
            .group_holds_place = "Ya tiene una plaza.",
            .changed = "Sus deseos han cambiado.",
            .left = "Ha salido de la lista.",
            .stopped = "Ya no le enviamos mensajes.",
            .started = "Volvemos a escribirle.",
        },
    .entry =
        {
            .unverified = {"Confirme su dirección de correo",
                           "Le hemos enviado un mensaje con un enlace. Entra en la fila en cuanto "
                           "lo use."},
            .waiting = {"Está en la lista", "Ahora no tiene que hacer nada."},
            .offered = {"Hay una plaza para usted", "Se la guardamos."},
            .confirming = {"Su plaza se está confirmando", "Mientras tanto se la guardamos."},
            .accepted = {"Tiene una plaza", "Su plaza está confirmada."},
            .declined = {"Ha dicho que no", "Ya no está en esta lista."},
            .expired = {"Ya no está en esta lista", "Una oferta quedó sin respuesta a tiempo."},
            .left = {"Ha salido de la lista", "Puede volver a apuntarse cuando quiera."},
            .cancelled = {"Su reserva está cancelada",
                          "Si no lo esperaba, póngase en contacto con nosotros."},
            .attended = {"Estuvo aquí", "Gracias por venir."},
            .no_show = {"Le echamos de menos", "Esta vez no pudo ser."},
            .none = {"No está en esta lista", "Pregúntenos si cree que es un error."},
            .next = "Qué pasa ahora",
            .next_offer = "En cuanto sea su turno, le escribimos y le guardamos la plaza durante "
                          "{0}. También puede dejar abierta esta página: la oferta aparece aquí "
                          "sola.",
            .next_verify = "Abra el enlace de nuestro mensaje. Allí un botón confirma su "
                           "dirección.",
            .rank = "Su lugar en la fila",
            .band = "Su lugar en la fila está entre",
            .hidden = "En esta lista no se muestran los lugares en la fila.",
            .first = "Es su turno a continuación.",
            .ahead = {"Hay una persona delante.", "Hay {0} personas delante."},
            .draw = "El sorteo es el {0}. Hasta entonces nadie va delante de nadie.",
            .live = "Esta página se actualiza sola.",
            .verify = "Confirmar mi dirección de correo",
            .place = "Su plaza",
            .calendar = "Añadir a su calendario",
            .calendar_file = "Archivo de calendario",
            .messages = "Mensajes para usted",
            .share = "Invitar a amigos",
            .share_text = "Sus amigos pueden apuntarse a esta lista con su enlace.",
            .share_points = "Cada persona que se apunte con su enlace le da {0} puntos, {1} como "
                            "máximo, y le hace avanzar.",
            .friends = {"Se ha apuntado una persona.", "Se han apuntado {0} personas."},
            .share_link = "Su enlace",
            .share_button = "Compartir mi enlace",
            .share_copied = "Copiado",
            .share_scan = "Dejar que escaneen este código",
            .change = "Cambiar mis deseos",
            .save = "Guardar",
            .leave = "Salir de la lista",
            .leave_text = "Pierde su lugar en la fila. No se puede deshacer.",
            .give_back = "Devolver mi plaza",
            .give_back_text = "Será para otra persona. No se puede deshacer.",
            .give_back_sure = "Sí, devolverla",
            .join_again = "Apuntarse de nuevo",
            .update = "Algo ha cambiado. Mostrar",
        },
    .offer =
        {
            .live = "Hay una plaza libre para usted",
            .expired = {"Esta oferta ha terminado",
                        "No se aceptó a tiempo, así que la plaza pasó a la siguiente persona."},
            .expired_taken = "No se aceptó a tiempo, y ahora la tiene otra persona.",
            .payment = {"Esperamos su pago", "Mientras tanto le guardamos la plaza."},
            .booking = {"Su reserva se está confirmando",
                        "Es un momento. Mientras tanto le guardamos la plaza."},
            .accepted = {"La plaza es suya", "Su plaza está confirmada."},
            .declined = {"Ha rechazado esta oferta",
                         "Gracias por avisarnos: será para otra persona."},
            .withdrawn = {"Esta oferta se retiró", "La plaza ya no está disponible. Lo sentimos."},
            .taken = {"Esta plaza la tiene ahora otra persona",
                      "La oferta que le hicimos se retiró. Lo sentimos."},
            .none = {"Esta oferta no existe",
                     "Use el enlace del mensaje más reciente que haya recibido."},
            .held_until = "Se la guardamos hasta el {0}.",
            .time_left = "Tiempo restante",
            .claim = "Aceptar la plaza",
            .decline = "Rechazar",
            .over = {"Se acabó el tiempo", "La plaza pasa ahora a la siguiente persona."},
            .status = "Mi lugar en la lista",
            .standing_rank = "Sigue en la fila, en el lugar {0}.",
            .standing_band = "Sigue en la fila, entre los lugares {0}.",
            .standing = "Sigue en la fila.",
            .standing_offer = "En su página hay otra oferta para usted.",
            .standing_place = "Tiene una plaza.",
            .standing_none = "Ya no está en esta lista.",
            .five_minutes = "Quedan 5 minutos",
            .one_minute = "Queda 1 minuto",
            .ten_seconds = "Quedan 10 segundos",
        },
    .messages =
        {
            .dead_link = {"Este enlace no funciona",
                          "Puede que haya caducado o que le falte una parte. Si se apunta de nuevo "
                          "con la misma dirección, recibirá otro."},
            .dead_unsubscribe = "Puede que haya caducado o que le falte una parte. Nuestro mensaje "
                                "más reciente tiene un enlace que funciona.",
            .no_list = "Esta lista no existe. Pregunte a quien le dio el enlace.",
            .nothing_here = "No hay nada en este enlace.",
            .bad_form = {"No pudimos leer el formulario", "Vuelva atrás e inténtelo de nuevo."},
            .unsubscribed = {"Hecho", "Ya no le escribimos."},
        },
    .unsubscribe =
        {
            .title = "Sus mensajes",
            .stopped = "Ha detenido nuestros mensajes. En las listas conserva su lugar, pero no le "
                       "avisaremos cuando sea su turno: mírelo en su página.",
            .start = "Volver a recibir mensajes",
            .stop_text = "Dejamos de escribirle, sobre esta lista y todas las demás de aquí. "
                         "Conserva su lugar. Puede volver a esta página y activar los mensajes de "
                         "nuevo.",
            .stop = "Detener todos los mensajes",
            .needs_text = "Los SMS se detuvieron desde su teléfono. Para recibirlos de nuevo, "
                          "envíe START al número del que venían.",
            .leave_cancels = "Tiene una plaza. Si sale de la lista, se cancela y será para otra "
                             "persona. No se puede deshacer.",
            .leave_text = "Pierde su lugar en la fila. No se puede deshacer.",
            .leave = "Salir de esta lista",
            .not_on_list = "Ya no está en esta lista.",
        },
};

}  // namespace standby::http
