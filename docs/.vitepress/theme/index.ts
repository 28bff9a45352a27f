import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import '@fontsource-variable/inter/index.css'
// after the theme, whose colors and measures it replaces
import './look.css'

/** What stands at an address where there is no page. */
const notFound = () =>
  h('main', { class: 'not-found vp-doc' }, [
    h('h1', 'No page is here'),
    h('p', 'The address may be mistyped, or the page may have moved with a newer version of the server.'),
    h('p', [h('a', { href: '/docs/' }, 'All pages'), ' · ', h('a', { href: '/' }, 'To Fanion')]),
  ])

export default { ...DefaultTheme, Layout: () => h(DefaultTheme.Layout, null, { 'not-found': notFound }) }
