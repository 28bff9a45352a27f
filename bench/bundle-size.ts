// Measures how many bytes each SDK entry adds to a page, compared with the SDKs of other vendors: `npm run
// bench:bundles`. Bundled by esbuild for browsers, minified, ES2022, gzip level 9. Our entries exclude React and
// OpenFeature. Writes its section of docs/benchmarks-delivery.md unless `--no-write` is given.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { version as esbuildVersion } from 'esbuild'
import { type Size, sizeOf } from './bundles/size-of.ts'
import { engines, ours, peers, root, type Subject, theirs } from './bundles/subjects.ts'
import { circumstances, grouped, loadNow, section, tableOf } from './page.ts'

if (!existsSync(path.join(peers, 'node_modules'))) {
  console.log('Installing the other SDKs in bench/peers.')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' })
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
6 000 bytes: ${grouped(bare)}${bare < 6_000 ? '' : ' (missed)'}. Each other family of operators is a module that is loaded if a datafile uses it; the library for
servers contains them all, so that a bootstrap can be evaluated at once.
Featurevisor and GrowthBook evaluate in the page, so they include an engine. The others query a server, like Fanion.
\`npm run bench:bundles\``,
)
