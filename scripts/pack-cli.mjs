// npm run pack:cli: builds the developer CLI as its own package, dist/cli-package, and its tarball,
// dist/packages/fanion-cli-<version>.tgz. It contains no server and has no dependencies. `fanion remove` and `fanion
// scan` ask to install oxc-parser if it is missing.
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tellsPackages } from './notices/bundled.ts'
import { noticesOf } from './notices/notices.ts'
import { destination, license, packFolder, version } from './pack.mjs'
import { root } from './project.mjs'

const { build } = await import('tsdown')
const source = path.join(root, 'src/client/cli')
const out = process.argv[2] ? path.join(destination, 'cli') : path.join(root, 'dist/cli-package')
let bundled = []

await build({
  cwd: root,
  config: false,
  entry: { main: path.join(source, 'main.ts') },
  outDir: out,
  clean: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  minify: true,
  fixedExtension: false,
  // has a binary for each system, so it is a separate package only for commands that parse code
  deps: { alwaysBundle: [/.*/], neverBundle: ['oxc-parser'], onlyBundle: false },
  outputOptions: { codeSplitting: false },
  plugins: [tellsPackages((folders) => (bundled = folders))],
  logLevel: 'error',
})
copyFileSync(path.join(root, 'scripts/cli-bin.js'), path.join(out, 'fanion.js'))
chmodSync(path.join(out, 'fanion.js'), 0o755)
copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'))
writeFileSync(path.join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf('@fanion/cli', bundled))
copyFileSync(path.join(source, 'README.md'), path.join(out, 'README.md'))
packFolder(out, {
  name: '@fanion/cli',
  version,
  description: 'Commands for the flags of a Fanion server: typed declarations, checks, why a flag says what it says.',
  license,
  type: 'module',
  engines: { node: '>=20' },
  bin: { fanion: 'fanion.js' },
  peerDependencies: { 'oxc-parser': '^0.154.0' },
  peerDependenciesMeta: { 'oxc-parser': { optional: true } },
})
