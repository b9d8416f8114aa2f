// Puts the form of a list where its script tag stands:
//   <script src="https://waitlist.example/widget.js" data-standby="res_1" async></script>
// Written so that it needs nothing from the page it lands in, and no modern language either. The
// form is a frame of our own origin: the page around it can neither read nor change it.
(function () {
    var heightMin = 240;
    var heightMax = 6000;

    function build(script: HTMLScriptElement): void {
        var list = script.getAttribute('data-standby');
        if (!list || script.getAttribute('data-standby-done')) {
            return;
        }
        script.setAttribute('data-standby-done', '1');
        var origin = script.src.replace(/^(https?:\/\/[^/]+).*$/, '$1');
        var language = script.getAttribute('data-lang');
        var frame = document.createElement('iframe');
        frame.src =
            origin +
            '/r/' +
            encodeURIComponent(list) +
            '?frame=1' +
            (language ? '&lang=' + encodeURIComponent(language) : '');
        frame.title = script.getAttribute('data-title') || 'Standby';
        frame.style.width = '100%';
        frame.style.border = '0';
        frame.style.height = '720px';
        frame.style.colorScheme = 'light dark';
        window.addEventListener('message', function (event) {
            if (event.source !== frame.contentWindow || event.origin !== origin) {
                return;
            }
            var told = event.data;
            if (told && told.standby === 'height' && typeof told.height === 'number') {
                var height = Math.min(heightMax, Math.max(heightMin, told.height));
                frame.style.height = height + 'px';
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
