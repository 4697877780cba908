import { mount } from 'svelte'
import Gallery from './Gallery.svelte'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/floats.css'

const target = document.querySelector('#gallery')
if (target === null) throw new Error('The page has no place for the gallery.')

mount(Gallery, { target })
