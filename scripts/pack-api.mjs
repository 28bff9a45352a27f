// npm run pack:api: the typed management client as a package of its own, dist/api, and its tarball,
// dist/packages/fanion-api-<version>.tgz. Its types are the server's router in one file; what the router's context is
// made of on the server is cut off before, because no caller ever sees it.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tellsPackages } from './notices/bundled.ts'
import { noticesOf } from './notices/notices.ts'
import { destination, exportsOf, license, packFolder, version } from './pack.mjs'
import { root } from './project.mjs'

const { build } = await import('tsdown')
const source = path.join(root, 'src/client/api')
const out = process.argv[2] ? path.join(destination, 'api') : path.join(root, 'dist/api')
mkdirSync(path.join(root, 'dist'), { recursive: true })
// in the project, wherever the package goes: its types are found beside what is installed
const work = mkdtempSync(path.join(root, 'dist/.api-types-'))
const all = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const dependency = (name) => all.dependencies?.[name] ?? all.devDependencies[name]
let bundled = []
const common = {
  cwd: root,
  config: false,
  platform: 'neutral',
  target: 'es2022',
  outputOptions: { comments: false },
  logLevel: 'error',
}

await build({
  ...common,
  entry: { index: path.join(source, 'index.ts') },
  outDir: out,
  clean: true,
  format: ['esm', 'cjs'],
  dts: false,
  deps: { neverBundle: [/^@trpc\//], onlyBundle: [] },
})
// once as it is, then once more without the context: what nothing names any more is left out
await build({
  ...common,
  entry: { index: path.join(source, 'index.ts') },
  outDir: work,
  format: 'esm',
  dts: { tsconfig: path.join(root, 'tsconfig.api.json'), emitDtsOnly: true },
  deps: { neverBundle: [/^@trpc\//, /^zod/, /^kysely/, /^pg/, /^fastify/, /^node:/] },
})
const whole = readFileSync(path.join(work, 'index.d.ts'), 'utf8')
  .replace(/^import (?:\{[^}]*\} from )?"(?:kysely|fastify|pg|node:[a-z/]+)";$/gm, '')
  .replaceAll(/\bctx: TrpcCtx;/g, 'ctx: object;')
writeFileSync(path.join(work, 'whole.d.ts'), whole)
await build({
  ...common,
  entry: { index: path.join(work, 'whole.d.ts') },
  outDir: path.join(work, 'cut'),
  format: 'esm',
  plugins: [tellsPackages((folders) => (bundled = folders))],
  dts: { tsconfig: path.join(root, 'tsconfig.api.json'), dtsInput: true },
  // tRPC's own declarations are taken along: those of its client lead to its adapter for web sockets, which compile beside no
  // types of `ws` where libraries are checked, too
  deps: { onlyBundle: false, dts: { alwaysBundle: [/^@trpc\//], neverBundle: [/^zod/] } },
})
const types = `// With declarations of tRPC: see THIRD-PARTY-NOTICES.txt
${readFileSync(path.join(work, 'cut/index.d.ts'), 'utf8')}`
for (const kind of ['ts', 'cts']) writeFileSync(path.join(out, `index.d.${kind}`), types)
rmSync(work, { recursive: true })
writeFileSync(path.join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf('@fanion/api', bundled))

copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'))
copyFileSync(path.join(source, 'README.md'), path.join(out, 'README.md'))
packFolder(out, {
  name: '@fanion/api',
  version,
  description: 'The management API of a Fanion server as typed functions.',
  license,
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  dependencies: {
    '@trpc/client': dependency('@trpc/client'),
    '@trpc/server': dependency('@trpc/server'),
    zod: dependency('zod'),
  },
  exports: exportsOf(['index']),
})
