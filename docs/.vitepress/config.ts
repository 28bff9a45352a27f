import path from 'node:path'
import { createCssVariablesTheme } from 'shiki'
import { defineConfig } from 'vitepress'
import { addressOf, anchorOf, root, sections } from '../../scripts/docs/site.ts'
import { bundledPackages } from '../../scripts/notices/bundled.ts'
import { classesForColors, colors } from './colors.ts'
import { emptyHeads } from './empty-heads.ts'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%233b5bdb' /%3E%3Cpath d='M10 7v18' stroke='%23fff' stroke-width='2.5' stroke-linecap='round' /%3E%3Cpath d='M12 8l12 4.5L12 17z' fill='%23fff' /%3E%3C/svg%3E"

/** The site that a server has at /docs. What its pages are made of: `scripts/docs`. */
export default defineConfig({
  title: 'Fanion',
  lang: 'en',
  titleTemplate: ':title · Fanion docs',
  description: 'Feature flags on your own server, typed end to end.',
  base: '/docs/',
  srcDir: path.join(root, 'dist/.docs'),
  outDir: path.join(root, 'dist/docs'),
  cacheDir: path.join(root, 'node_modules/.cache/vitepress'),
  cleanUrls: true,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: icon }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    linkify: false,
    config: (md) => md.core.ruler.push('empty-heads', emptyHeads),
    theme: createCssVariablesTheme({ variablePrefix: colors }),
    codeTransformers: [classesForColors],
    image: { lazyLoading: true },
  },
  themeConfig: {
    logo: { src: icon, alt: '' },
    siteTitle: 'Fanion docs',
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Client libraries', link: '/sdk/library' },
      { text: 'Reference', link: '/reference/commands' },
    ],
    sidebar: sections.map(({ title, open, pages }) => ({
      text: title,
      collapsed: open !== true,
      items: pages.map((page) => ({ text: page.title, link: `/${addressOf(page.file)}` })),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: false,
  },
  vite: {
    resolve: {
      // parts of the theme that have ours in their place
      alias: [
        { find: /^.*\/VPSidebarItem\.vue$/, replacement: path.join(import.meta.dirname, 'theme/PageList.vue') },
        {
          find: /^.*\/VPNavBarSearchButton\.vue$/,
          replacement: path.join(import.meta.dirname, 'theme/SearchButton.vue'),
        },
      ],
    },
    plugins: [bundledPackages('docs')],
    logLevel: 'error',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
})
