// npm run pack:sdk: the client library as a package of its own, dist/sdk, and its tarball, dist/fanion-sdk-<version>.tgz.
// npm run pack:sdk -- <folder> makes both there instead of in dist.
// Every entry is bundled with what it needs of src/shared, its types too: the package depends on nothing.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

const { build } = await import('tsdown')

/** What the package offers: the name after `@fanion/sdk`, and the source of it. */
const entries = {
  index: 'index.ts',
  node: 'node/index.ts',
  edge: 'edge/index.ts',
  browser: 'browser/index.ts',
  react: 'react/index.ts',
  openfeature: 'openfeature/index.ts',
  'openfeature-web': 'openfeature-web/index.ts',
}

/** What an entry works with, where the program has it: none of it is installed for the others. */
const peers = { react: '>=18', '@openfeature/server-sdk': '>=1.13', '@openfeature/web-sdk': '>=1' }

const source = path.join(root, 'src/client/sdk')
const destination = path.resolve(process.argv[2] ?? path.join(root, 'dist'))
const out = path.join(destination, 'sdk')
const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

await build({
  cwd: root,
  config: false,
  entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(source, file)])),
  outDir: out,
  clean: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: { tsconfig: path.join(root, 'tsconfig.node.json') },
  outputOptions: { comments: false },
  deps: { neverBundle: [/^node:/, /^react/, /^@openfeature\//], onlyBundle: [] },
  logLevel: 'error',
})

const exported = ([name]) => [
  name === 'index' ? '.' : `./${name}`,
  { types: `./${name}.d.ts`, default: `./${name}.js` },
]
const manifest = {
  name: '@fanion/sdk',
  version,
  description: 'Typed feature flags from a Fanion server, evaluated in your own process.',
  license,
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
  exports: { ...Object.fromEntries(Object.entries(entries).map(exported)), './package.json': './package.json' },
}
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'))
copyFileSync(path.join(source, 'README.md'), path.join(out, 'README.md'))

const pack = spawnSync('npm', ['pack', '--silent', '--pack-destination', destination], {
  cwd: out,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (pack.status !== 0) {
  console.error('npm pack failed; dist/sdk holds the package as it is')
  process.exit(pack.status ?? 1)
}
console.log(path.relative(process.cwd(), path.join(destination, pack.stdout.trim())))
