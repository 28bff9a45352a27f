// npm run pack:sdk: builds the SDK as its own package, dist/sdk, and its tarball,
// dist/packages/fanion-sdk-<version>.tgz.
// npm run pack:sdk -- <folder> writes the tarball there instead.
// Every entry and its types are bundled with the used parts of src/shared, so the package has no dependencies.
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { destination, exportsOf, license, packFolder, version } from './pack.mjs'
import { root } from './project.mjs'

const { build } = await import('tsdown')

/** Entries of the package: the name after `@fanion/sdk` and its source. */
const entries = {
  index: 'index.ts',
  node: 'node/index.ts',
  edge: 'edge/index.ts',
  browser: 'browser/index.ts',
  react: 'react/index.ts',
  testing: 'testing/index.ts',
  toolbar: 'toolbar/index.ts',
  opentelemetry: 'opentelemetry/index.ts',
  openfeature: 'openfeature/index.ts',
  'openfeature-web': 'openfeature-web/index.ts',
  request: 'request/index.ts',
  svelte: 'svelte/index.ts',
  vercel: 'vercel/index.ts',
}

/** Optional peer dependencies of some entries. Not installed for the others. */
const peers = { react: '>=18', '@openfeature/server-sdk': '>=1.13', '@openfeature/web-sdk': '>=1' }

const source = path.join(root, 'src/client/sdk')
const out = process.argv[2] ? path.join(destination, 'sdk') : path.join(root, 'dist/sdk')

await build({
  cwd: root,
  config: false,
  entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(source, file)])),
  outDir: out,
  clean: true,
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: { tsconfig: path.join(root, 'tsconfig.sdk.json') },
  outputOptions: { comments: false },
  deps: { neverBundle: [/^node:/, /^react/, /^@openfeature\//], onlyBundle: [] },
  logLevel: 'error',
})

copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'))
copyFileSync(path.join(source, 'README.md'), path.join(out, 'README.md'))
packFolder(out, {
  name: '@fanion/sdk',
  version,
  description: 'Typed feature flags from a Fanion server, evaluated in your own process.',
  license,
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
  exports: exportsOf(Object.keys(entries)),
})
