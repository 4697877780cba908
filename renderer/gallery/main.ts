import { mount } from 'svelte'
import { activateLanguage } from '../../electron/contract/messages.ts'
import Gallery from './Gallery.svelte'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/floats.css'

const target = document.querySelector('#gallery')
if (target === null) throw new Error('The page has no place for the gallery.')

await activateLanguage('en')
mount(Gallery, { target })
