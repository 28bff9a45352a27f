import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { build as buildByVite } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { findNodes, installPackage, root } from './installed.ts'
import { clientKey } from './ofrep-server.ts'
import { anOfrepServer } from './pages.ts'
import { serverKey } from './wire-server.ts'
import { aServer } from './world.ts'

const run = promisify(execFile)
const nodes = await findNodes()
let folder = ''
let browser: Browser
beforeAll(async () => {
  folder = await installPackage()
  await cp(path.join(root, 'examples'), folder, { recursive: true })
  for (const name of ['react', 'react-dom', '@openfeature']) {
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  }
  browser = await aChromium()
})

const programs = ['node.mjs', 'edge.mjs', 'openfeature.mjs']
const pages = ['browser.html', 'react.jsx', 'openfeature-web.js', 'toolbar.js']
/** Run by `tests/http/ofrep-examples.test.ts` against a full server. */
const others = ['ofrep.py', 'ofrep.sh']
/** Run by `tests/packages`, with each real framework or runtime. */
const frameworks = ['express.mjs', 'fastify.mjs', 'hono.mjs', 'nest.ts', 'next', 'svelte', 'vue', 'worker.js']

describe('the examples', () => {
  it('are the ones that are run here', async () => {
    const files = (await readdir(path.join(root, 'examples'))).filter((file) => file !== 'README.md')
    expect(files.sort()).toEqual([...programs, ...pages, ...others, ...frameworks].sort())
  })

  it.each(programs.flatMap((program) => nodes.map(([version, node]) => [program, version, node] as const)))(
    '%s prints the value under Node %s, and ends',
    async (program, _, node) => {
      const server = await aServer()
      const env = { ...process.env, FANION_URL: server.url, FANION_KEY: serverKey }
      const { stdout, stderr } = await run(node, [program], { cwd: folder, env })
      expect(stdout).toBe('checkout: true\n')
      expect(stderr).toBe('')
    },
  )

  const shown = [
    ['browser.html', 'as it stands', null],
    ['react.jsx', 'bundled by esbuild', byEsbuild],
    ['react.jsx', 'bundled by Vite', byVite],
    ['openfeature-web.js', 'bundled by esbuild', byEsbuild],
    ['openfeature-web.js', 'bundled by Vite', byVite],
    ['toolbar.js', 'bundled by esbuild', byEsbuild],
    ['toolbar.js', 'bundled by Vite', byVite],
  ] as const
  it.each(shown)('%s, %s, shows the value in Chromium, and the next one', async (page, _, bundle) => {
    const server = await anOfrepServer(() => [{ key: 'checkout', value: true, reason: 'STATIC' }])
    const settings = `<script>window.fanionSettings = ${JSON.stringify({ url: server.url, key: clientKey })}</script>`
    const html = bundle
      ? `<!doctype html><main></main><script type="module" src="/bundle.js"></script>`
      : await readFile(path.join(folder, page), 'utf8')
    const bundled = await bundle?.(path.join(folder, page))
    // The page comes from another origin than the API, as pages do.
    const site = await anOfrepServer(() => [])
    site.intercept = ({ url = '' }, response) => {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
      const asked = url === '/' ? settings + html : bundled?.get(url)
      const file = path.join(folder, url)
      const text = asked ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
      response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text)
      return true
    }
    const tab = await browser.newPage()
    await tab.goto(site.url)
    await tab.getByText('checkout: true').waitFor()
    await expect.poll(() => server.streams.size).toBe(1)
    server.evaluate = () => [{ key: 'checkout', value: false, reason: 'STATIC' }]
    server.tell()
    await tab.getByText('checkout: false').waitFor()
    expect(server.asked[0]?.context).toEqual({ targetingKey: 'user-1' })
    if (page === 'toolbar.js') {
      await tab.getByRole('button', { name: 'Flags' }).click()
      await tab.getByLabel('Override checkout').selectOption('true')
      await tab.getByText('checkout: true').waitFor()
    }
    await tab.close()
  })
})

/** The files of a bundle by path. The entry is /bundle.js. */
type Bundled = Promise<ReadonlyMap<string, string>>
const define = { 'process.env.NODE_ENV': '"production"' }

async function byEsbuild(file: string): Bundled {
  const { outputFiles } = await build({
    ...{ entryPoints: { bundle: file }, outdir: folder, bundle: true, splitting: true, format: 'esm', write: false },
    ...{ jsx: 'automatic', define },
  })
  return new Map(outputFiles.map(({ path: place, text }) => [`/${path.relative(folder, place)}`, text]))
}

async function byVite(file: string): Bundled {
  // `vite build` sets this, but the test runner has changed it.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await buildByVite({
    ...{ root: folder, configFile: false, logLevel: 'error', define },
    build: { write: false, rolldownOptions: { input: { bundle: file }, output: { entryFileNames: '[name].js' } } },
  })
  vi.unstubAllEnvs()
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[`/${one.fileName}`, one.code] as const] : [])))
}
