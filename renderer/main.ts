import { mount } from 'svelte'
import App from './App.svelte'
import './styles/tokens.css'
import './styles/base.css'
import './styles/floats.css'
import './styles/views.css'

const target = document.querySelector('#app')
if (target === null) throw new Error('The page has no place for the application.')

mount(App, { target })
