// Starts the staff app.
import { mount } from 'svelte';
import App from './App.svelte';
import './ui/tokens.css';

const target = document.getElementById('app');
if (target) {
    mount(App, { target });
}
