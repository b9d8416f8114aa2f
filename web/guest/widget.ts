// Puts the form of a list where its script tag stands:
//   <script src="https://waitlist.example/widget.js" data-standby="res_1" async></script>
// Written so that it needs nothing from the page it lands in, and no modern language either. The
// form is a frame of our own origin: the page around it can neither read nor change it.
(function () {
    var heightMin = 240;
    var heightMax = 6000;

    // How long a form that loads well may take to say how tall it is.
    var patience = 8000;
    var words: { [language: string]: string } = {
        en: 'Open the waitlist',
        de: 'Warteliste öffnen',
        fr: "Ouvrir la liste d'attente",
        es: 'Abrir la lista de espera',
    };

    // Where the business doesn't name this site, browsers refuse the frame and tell nobody.
    function replaceByLink(frame: HTMLIFrameElement, address: string, language: string): void {
        var link = document.createElement('a');
        link.href = address;
        link.target = '_blank';
        link.rel = 'noopener';
        link.textContent = words[language.slice(0, 2).toLowerCase()] || words['en']!;
        frame.parentNode!.replaceChild(link, frame);
    }

    function build(script: HTMLScriptElement): void {
        var list = script.getAttribute('data-standby');
        if (!list || script.getAttribute('data-standby-done')) {
            return;
        }
        script.setAttribute('data-standby-done', '1');
        var origin = script.src.replace(/^(https?:\/\/[^/]+).*$/, '$1');
        var language = script.getAttribute('data-lang');
        var frame = document.createElement('iframe');
        var address = origin + '/r/' + encodeURIComponent(list);
        frame.src =
            address + '?frame=1' + (language ? '&lang=' + encodeURIComponent(language) : '');
        frame.title = script.getAttribute('data-title') || 'Standby';
        frame.style.width = '100%';
        frame.style.border = '0';
        frame.style.height = '720px';
        frame.style.colorScheme = 'light dark';
        var isShown = false;
        frame.addEventListener('load', function () {
            setTimeout(function () {
                if (!isShown && frame.parentNode) {
                    replaceByLink(frame, address, language || navigator.language || 'en');
                }
            }, patience);
        });
        window.addEventListener('message', function (event) {
            if (event.source !== frame.contentWindow || event.origin !== origin) {
                return;
            }
            var told = event.data;
            if (told && told.standby === 'height' && typeof told.height === 'number') {
                var height = Math.min(heightMax, Math.max(heightMin, told.height));
                frame.style.height = height + 'px';
                isShown = true;
            }
        });
        script.parentNode!.insertBefore(frame, script.nextSibling);
    }

    var scripts = document.querySelectorAll<HTMLScriptElement>('script[data-standby]');
    for (var index = 0; index < scripts.length; index += 1) {
        build(scripts[index]!);
    }
})();

export {};
