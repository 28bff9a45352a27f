// What each entry of the client library adds to a page, beside other vendors' clients: `npm run bench:bundles`. Bundled by
// esbuild for browsers, minified, ES2022; gzip at level 9. React and OpenFeature are left out of our entries. Writes its
// section of docs/benchmarks-delivery.md; `--no-write` does not.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, version as esbuildVersion } from 'esbuild'
import { circumstances, grouped, loadNow, section, tableOf } from './page.ts'

const root = path.resolve(import.meta.dirname, '..')
const peers = path.join(root, 'bench/peers')
const sdk = (entry: string) => path.join(root, 'src/client/sdk', entry, 'index.ts')
const engine = (file: string) => path.join(root, 'src/shared/engine', file)
const alone = `export { compile } from '${engine('compile.ts')}'; export { evaluate } from '${engine('evaluate.ts')}'`
const openFeature = "export { OpenFeature } from '@openfeature/web-sdk'"

type Subject = { name: string; code: string; external?: string[]; from?: string; version?: string }
const ours: readonly Subject[] = [
  { name: 'browser', code: `export { createFanion } from '${sdk('browser')}'` },
  { name: 'browser, with defineFlags', code: `export { createFanion, defineFlags } from '${sdk('browser')}'` },
  { name: 'react, on top', code: `export { FanionProvider, useFlag } from '${sdk('react')}'`, external: ['react'] },
  {
    name: 'openfeature-web, on top',
    code: `export * from '${sdk('openfeature-web')}'`,
    external: ['@openfeature/web-sdk'],
  },
  { name: 'edge: the engine and everything around it', code: `export { createFanion } from '${sdk('edge')}'` },
]
const engines: readonly Subject[] = [
  { name: 'the engine alone', code: alone },
  {
    name: 'the engine with every native operator, and recompiling',
    code: `${alone}; export { everyFamily } from '${engine('operators/every-family.ts')}'; export { recompile } from '${engine('recompile.ts')}'`,
  },
]
const theirs: readonly Subject[] = [
  { name: '@featurevisor/sdk', code: "export { createInstance } from '@featurevisor/sdk'", from: peers },
  { name: '@openfeature/web-sdk', code: openFeature, from: root },
  {
    name: '@openfeature/web-sdk + ofrep-web-provider',
    code: `${openFeature}; export * from '@openfeature/ofrep-web-provider'`,
    from: root,
    version: '@openfeature/ofrep-web-provider',
  },
  { name: 'unleash-proxy-client', code: "export { UnleashClient } from 'unleash-proxy-client'", from: peers },
  { name: '@growthbook/growthbook', code: "export { GrowthBook } from '@growthbook/growthbook'", from: peers },
  { name: 'launchdarkly-js-client-sdk', code: "export { initialize } from 'launchdarkly-js-client-sdk'", from: peers },
]

if (!existsSync(path.join(peers, 'node_modules'))) {
  console.log('Installing the other SDKs in bench/peers.')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' })
}

type Size = { first: number; firstGzip: number; all: number; allGzip: number }

/** What a page loads at once, and all of it: the rest comes on demand, where an environment or a moment needs it. */
async function sizeOf({ code, external = [], from = root }: Subject): Promise<Size> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: from },
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    outdir: 'bundle',
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    external,
    write: false,
  })
  const bytes = new Map(outputFiles.map((file) => [path.relative(process.cwd(), file.path), file.contents]))
  const entry = Object.keys(metafile.outputs).find(
    (name) => metafile.outputs[name]?.entryPoint !== undefined && name.endsWith('stdin.js'),
  )
  const first = new Set<string>()
  const load = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    for (const { path: file, kind } of metafile.outputs[name]?.imports ?? [])
      if (kind === 'import-statement') load(file)
  }
  load(entry ?? '')
  const measure = (names: Iterable<string>) => {
    const whole = Buffer.concat([...names].flatMap((name) => bytes.get(name) ?? []))
    return [whole.length, gzipSync(whole, { level: 9 }).length] as const
  }
  const [[atOnce, firstGzip], [all, allGzip]] = [
    measure([...first].filter((name) => bytes.has(name))),
    measure(bytes.keys()),
  ]
  return { first: atOnce, firstGzip, all, allGzip }
}

const versionOf = ({ name, from = root, version = name }: Subject): string =>
  JSON.parse(readFileSync(path.join(from, 'node_modules', version, 'package.json'), 'utf8')).version

const sizes = new Map<string, Size>()
for (const subject of [...ours, ...engines, ...theirs]) sizes.set(subject.name, await sizeOf(subject))
const row = (label: string, name: string) => {
  const { first, firstGzip, all, allGzip } = sizes.get(name) ?? { first: 0, firstGzip: 0, all: 0, allGzip: 0 }
  return [label, grouped(first), grouped(firstGzip), all === first ? '' : grouped(allGzip)]
}
const core = sizes.get('browser')?.firstGzip ?? 0
const bare = sizes.get('the engine alone')?.firstGzip ?? 0
const smallest = Math.min(...theirs.map(({ name }) => sizes.get(name)?.firstGzip ?? Number.NaN))
section(
  'bundles',
  `## What a page loads

${circumstances(loadNow(), `esbuild ${esbuildVersion}`)}

${tableOf(
  ['', 'minified, bytes', 'gzip, bytes', 'gzip with all that comes on demand'],
  [
    ...ours.map(({ name }) => row(`**@fanion/sdk** ${name}`, name)),
    ...engines.map(({ name }) => row(name, name)),
    ...theirs.map((subject) => row(`${subject.name} ${versionOf(subject)}`, subject.name)),
  ],
)}

Goals: the browser entry under 3 000 bytes: ${grouped(core)}${core < 3_000 ? '' : ' (missed)'}; under the smallest peer: ${grouped(smallest)}${core < smallest ? '' : ' (missed)'}.
The engine alone (documents compiled, flags evaluated; equality, prerequisites, segments, splits by the native algorithm) under
6 000 bytes: ${grouped(bare)}${bare < 6_000 ? '' : ' (missed)'}. Each other family of operators is a module that a datafile brings when it uses it; the library for
servers carries them all, so that a bootstrap answers at once.
Featurevisor and GrowthBook evaluate in the page and so carry an engine; the others ask a server, as Fanion's does.
\`npm run bench:bundles\``,
)
