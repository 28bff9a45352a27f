import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Vendor, vendorNames } from '../../src/shared/features/imports/schemas/import.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** A page of the site: a file of the project or a generated page (`made`), and its title in the list of pages. */
export type Page = { readonly title: string; readonly file: string; readonly made?: true }
/** Pages with a heading. An `open` section is expanded initially. */
export type Section = { readonly title: string; readonly open?: true; readonly pages: readonly Page[] }

const page = (title: string, file: string): Page => ({ title, file: `docs/${file}.md` })
const made = (title: string, name: string): Page => ({ title, file: `docs/reference/${name}.md`, made: true })

const switching = Vendor.options.map((vendor) => page(`From ${vendorNames[vendor]}`, `guides/switch-from-${vendor}`))

const decisions = readdirSync(path.join(root, 'docs/adr'))
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => {
    const [number = '', ...words] = name.replace(/\.md$/, '').split('-')
    return page(`${number} ${words.join(' ')}`, `adr/${name.replace(/\.md$/, '')}`)
  })

/** The pages of the site, in the order of the sidebar. */
export const sections: readonly Section[] = [
  {
    title: 'Begin',
    open: true,
    pages: [page('Start in five minutes', 'start'), page('Concepts', 'concepts')],
  },
  {
    title: 'Work with flags',
    open: true,
    pages: [
      page('Target users', 'guides/targeting'),
      page('Roll out in steps', 'guides/ramps'),
      page('Experiments', 'guides/experiments'),
      page('Review and schedule', 'guides/reviewing'),
      page('Find out why', 'guides/why'),
      page('Undo and restore', 'guides/history'),
      page('Promises', 'promises'),
      page('Who would get another answer', 'impact'),
      page('Events and metrics', 'guides/events'),
      page('Read your own tables', 'guides/sources'),
      page('Reading results', 'guides/reading-results'),
      page('Archive finished flags', 'guides/cleanup'),
    ],
  },
  {
    title: 'Write code',
    open: true,
    pages: [
      page('Connect an application', 'guides/connecting'),
      page('Frameworks and runtimes', 'guides/frameworks'),
      page('Test and develop', 'guides/testing'),
      page('The flag in code', 'guides/code'),
      page('Flags in files', 'guides/files'),
      page('HTTP API', 'guides/http-api'),
      page('Agents', 'guides/agents'),
    ],
  },
  {
    title: 'Client libraries',
    pages: [
      { title: 'The library', file: 'src/client/sdk/README.md' },
      page('Node, Bun and Deno', 'sdk/node'),
      page('Workers at the edge', 'sdk/edge'),
      page('Browser', 'sdk/browser'),
      page('React', 'sdk/react'),
      page('Svelte and Vue', 'sdk/svelte'),
      page('A context for each request', 'sdk/request'),
      page('Vercel’s flags', 'sdk/vercel'),
      page('OpenFeature', 'sdk/openfeature'),
      page('OpenTelemetry', 'sdk/opentelemetry'),
      page('Any other language', 'sdk/ofrep'),
      { title: 'Management client', file: 'src/client/api/README.md' },
      { title: 'Examples', file: 'examples/README.md' },
    ],
  },
  {
    title: 'Switch to Fanion',
    pages: [page('What it takes', 'switching'), page('Keep your SDK', 'guides/keep-your-sdk'), ...switching],
  },
  {
    title: 'Reference',
    pages: [
      { title: 'The command line', file: 'src/client/cli/README.md' },
      made('Commands', 'commands'),
      made('HTTP API: every call', 'api'),
      made('Errors', 'errors'),
      made('Limits', 'limits'),
      made('Roles and permissions', 'roles'),
      made('Events of the audit log', 'actions'),
      page('Operators', 'operators'),
      page('Settings', 'settings'),
    ],
  },
  {
    title: 'Run a server',
    pages: [
      page('Install', 'guides/install'),
      page('Look around, and get back in', 'guides/operate'),
      page('People and access', 'guides/access'),
      page('Webhooks', 'guides/webhooks'),
      page('Back up and restore', 'guides/backup'),
      page('Verify the audit log', 'guides/audit-log'),
      page('Traces and logs', 'guides/observability'),
      page('Scaling', 'guides/scaling'),
      page('Proxies', 'guides/proxies'),
      page('Relays', 'guides/relay'),
      page('Capacity', 'guides/capacity'),
      page('Signed datafiles', 'guides/signed'),
      page('Where events are stored', 'guides/measure-store'),
      page('Security', 'security'),
    ],
  },
  {
    title: 'Compare',
    pages: [
      page('With other systems', 'comparison'),
      page('Everyday tasks', 'tasks'),
      page('Statistics', 'statistics'),
      page('Speed of the engine', 'benchmarks'),
      page('Delivery', 'benchmarks-delivery'),
      page('Switching', 'benchmarks-switching'),
      page('Governance', 'benchmarks-log'),
      page('Large projects', 'benchmarks-limits'),
      page('Measuring', 'benchmarks-measure'),
      page('Upgrading', 'benchmarks-upgrade'),
      page('Faults', 'benchmarks-chaos'),
    ],
  },
  {
    title: 'How it is made',
    pages: [
      { title: 'Changelog', file: 'CHANGELOG.md' },
      { title: 'Contributing', file: 'CONTRIBUTING.md' },
      page('Specification', 'specification'),
      page('Architecture', 'architecture'),
      page('Where to put it', 'where-to-put'),
      page('Mutation tests', 'mutation'),
      page('Pictures', 'pictures/README'),
    ],
  },
  { title: 'Decisions', pages: decisions },
]

/** The home page, which is not in the sidebar. */
export const home: Page = { title: 'Fanion', file: 'docs/index.md' }

export const pages: readonly Page[] = [home, ...sections.flatMap((section) => section.pages)]

/** Site addresses of files outside `docs/`. */
const elsewhere: Readonly<Record<string, string>> = {
  'src/client/sdk/README.md': 'sdk/library',
  'src/client/cli/README.md': 'reference/cli',
  'src/client/api/README.md': 'sdk/api',
  'examples/README.md': 'sdk/examples',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'docs/pictures/README.md': 'pictures',
}

/** Returns the address of a page below `/docs/`, for example `guides/ramps`. */
export const addressOf = (file: string): string => elsewhere[file] ?? file.replace(/^docs\//, '').replace(/\.md$/, '')

/** Returns the anchor of a heading, in the same format as code forges. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\s-]/gu, '')
    .replaceAll(' ', '-')
