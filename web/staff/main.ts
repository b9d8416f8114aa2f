// Starts the staff app.
import { mount } from 'svelte';
import App from './App.svelte';
import { speech } from './lib/say.svelte';
import './ui/tokens.css';

const target = document.getElementById('app');
if (target) {
    // In its language from the first moment; English needs no file and so no wait.
    void speech.start().then(() => mount(App, { target }));
}
