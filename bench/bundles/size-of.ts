import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root, type Subject } from './subjects.ts'

export type Size = { first: number; firstGzip: number; all: number; allGzip: number }

/** Returns the size that a page loads immediately and the total. The difference is loaded on demand. */
export async function sizeOf({ code, external = [], from = root }: Subject): Promise<Size> {
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
