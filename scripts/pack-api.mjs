// npm run pack:api: builds the typed management client as its own package, dist/api, and its tarball,
// dist/packages/fanion-api-<version>.tgz. Its types are the server's router in one file, without the router's context,
// which callers never use.
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
// inside the project, because its types are resolved from the installed packages
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
// builds twice, the second time without the context, so that unused types are removed
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
  // includes the declarations of tRPC: those of its client refer to its web socket adapter, which fails to compile
  // without types of `ws` if libraries are checked
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
