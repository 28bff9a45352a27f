import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError } from './cli-error.ts'
import { isNode } from './codemod/node.ts'
import type { Parse } from './codemod/parse.ts'

type Oxc = typeof import('oxc-parser')

/** The parser version that this release was tested with. */
const wanted = '0.154.0'

/**
 * Loads the JavaScript and TypeScript parser. It is an optional package with a native binary, which only commands that
 * read code need.
 */
export async function loadParser(): Promise<Parse> {
  const { parseSync } = await load()
  return (file, text) => {
    const { program, comments, errors } = parseSync(file, text, {
      lang: langOf(file),
      sourceType: 'module',
      astType: 'ts',
      range: true,
      preserveParens: true,
    })
    if (!isNode(program)) throw new Error('the parser gave no tree')
    return { program, comments, errors: errors.filter((one) => one.severity === 'Error').map((one) => one.message) }
  }
}

/** `.js` may contain JSX, but `.ts` may not: there, `<T>x` is a type assertion. */
const langOf = (file: string): 'js' | 'jsx' | 'ts' | 'tsx' =>
  /\.(m|c)?ts$/.test(file) ? 'ts' : file.endsWith('.tsx') ? 'tsx' : 'jsx'

async function load(): Promise<Oxc> {
  try {
    return await import('oxc-parser')
  } catch {
    try {
      const found = createRequire(path.join(process.cwd(), 'package.json')).resolve('oxc-parser')
      const loaded: Oxc = await import(pathToFileURL(found).href)
      return loaded
    } catch (cause) {
      throw new CliError(
        `To read code, install the parser in your project: npm install --save-dev oxc-parser@${wanted}`,
        { cause },
      )
    }
  }
}
