import { mount } from 'svelte'
import App from './App.svelte'
import { startLanguage } from './state/language.svelte.ts'
import { reportUncaughtErrors } from './state/uncaught-errors.ts'
import { showUncaughtError } from './views/frame/show-uncaught-error.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/floats.css'
import './styles/views.css'
import './styles/choices.css'

const target = document.querySelector('#app')
if (target === null) throw new Error('The page has no place for the application.')

await startLanguage()
reportUncaughtErrors(showUncaughtError)
mount(App, { target })
