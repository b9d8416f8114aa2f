// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { buildMail } from './mail';

describe('a mail that is built anew', () => {
    it('keeps its words, tables and styles', () => {
        const { body, css } = buildMail('<!doctype html><html><head><title>T</title>' +
            '<style>.card { color: red }</style></head><body style="background:#f4f4f6">' +
            '<table width="100%"><tbody><tr><td style="padding:24px 0px;color:#111 !important">' +
            'Hello <b>Ada</b></td></tr></tbody></table></body></html>');
        expect(body.textContent).toBe('Hello Ada');
        expect(css).toContain('.card');
        const cell = body.querySelector('td');
        expect(cell?.style.getPropertyValue('padding')).toBe('24px 0px');
        expect(cell?.style.getPropertyPriority('color')).toBe('important');
        expect(body.querySelector('table')?.getAttribute('role')).toBe('presentation');
    });

    it('has nothing that runs, fetches or leads away', () => {
        const { body, css } = buildMail('<style>@import "//x"; p { background: url(//x) }</style>' +
            '<p onclick="steal()" style="background:url(https://x/y.png);color:red">a</p>' +
            '<script>steal()</script><img src="https://x/y.png"><object data="//x"></object>' +
            '<a href="javascript:steal()">b</a><svg><a href="//x">c</a></svg>' +
            '<div style="position:fixed">d</div><form action="//x"><input></form>');
        expect(body.querySelector('script, img, object, svg, form, input')).toBeNull();
        expect(body.innerHTML).not.toMatch(/href|onclick|https|javascript|url\(|fixed/);
        expect(css).not.toMatch(/@import|url\(/);
        expect(body.textContent).toBe('abd');
        expect(body.querySelector('p')?.style.getPropertyValue('color')).toBe('red');
    });

    it('shows the styles of comments for other programs to nobody', () => {
        const { body, css } = buildMail('<!--[if mso]><style>p { color: red }</style><p>x</p><![endif]-->' +
            '<!--[if !mso]><!--><p>a style="b"</p><!--<![endif]-->');
        expect(css).toBe('');
        expect(body.textContent).toBe('a style="b"');
    });

    it('lets unknown elements give way to their content', () => {
        expect(buildMail('<article><font>kept</font></article>').body.textContent).toBe('kept');
    });
});
