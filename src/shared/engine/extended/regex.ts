import type { RegexDialect } from '../../schemas/extended-test.ts'
import { asciiClasses, complement, folded, inClass, perlSpace, type Ranges } from './regex-class.ts'

/*
 * Translates patterns of other dialects to ECMAScript (flag `u`). RE2: https://github.com/google/re2/wiki/Syntax.
 * Look-around and back-references are invalid in RE2; Python and Rust's fancy-regex support them.
 */

interface Dialect {
  /** Supports look-around and back-references. */
  readonly rich: boolean
  /** `\d`, `\w`, `\s` are Unicode's, not ASCII's. */
  readonly unicode: boolean
  /** `$` also matches before a final line feed. */
  readonly looseEnd: boolean
  /** The pattern must match from the start. */
  readonly anchored: boolean
}

const dialects: Readonly<Partial<Record<RegexDialect, Dialect>>> = {
  re2: { rich: false, unicode: false, looseEnd: false, anchored: false },
  'rust-fancy': { rich: true, unicode: true, looseEnd: false, anchored: false },
  'python-match': { rich: true, unicode: true, looseEnd: true, anchored: true },
}

/** The flags in effect at a position: ignore case, multiline `^` and `$`, `.` matches line feeds, lazy by default. */
type Flags = Readonly<Record<'i' | 'm' | 's' | 'U', boolean>>

class BadPattern extends Error {}

const bad = (): never => {
  throw new BadPattern()
}

const syntax = /[\\^$.*+?()[\]{}|/]/

class Translation {
  readonly #source: string
  readonly #dialect: Dialect
  /** Whether to write out both cases, because only a part of the pattern ignores case. */
  readonly #spellCases: boolean
  #at = 0
  #flags: Flags
  readonly #outer: Flags[] = []
  ignoring = false
  minding = false

  constructor(source: string, dialect: Dialect, flags: string, spellCases: boolean) {
    this.#source = source
    this.#dialect = dialect
    this.#spellCases = spellCases
    this.#flags = { i: flags.includes('i'), m: flags.includes('m'), s: flags.includes('s'), U: false }
  }

  run(): string {
    let out = ''
    while (this.#at < this.#source.length) out += this.#piece()
    if (this.#outer.length > 0) bad()
    return out
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source)
    if (found !== null) this.#at = sticky.lastIndex
    return found
  }

  #piece(): string {
    if (this.#take(/\(/u) !== null) return this.#open()
    if (this.#take(/\)/u) !== null) return this.#close()
    if (this.#take(/\|/u) !== null) return '|'
    if (this.#take(/\[/u) !== null) return this.#class()
    if (this.#take(/\\/u) !== null) return this.#escape()
    const repeat = this.#take(/(?:[*+?]|\{(\d+)(?:,(\d*))?\})/u)
    if (repeat !== null) return this.#repeat(repeat)
    if (this.#take(/\^/u) !== null) return this.#flags.m ? '(?<![^\\n])' : '(?:^)'
    if (this.#take(/\$/u) !== null) return this.#end()
    if (this.#take(/\./u) !== null) return this.#flags.s ? '[\\s\\S]' : '[^\\n]'
    const [character = ''] = this.#take(/[\s\S]/u) ?? bad()
    return this.#literal(character)
  }

  #end(): string {
    if (this.#flags.m) return '(?![^\\n])'
    return this.#dialect.looseEnd ? '(?=\\n?(?![\\s\\S]))' : '(?![\\s\\S])'
  }

  #repeat([written, low, high]: RegExpExecArray): string {
    if (Number(low ?? 0) > 1000 || Number(high || 0) > 1000) bad()
    const lazy = this.#take(/\?/u) !== null
    if (this.#take(/[*+]/u) !== null) bad()
    return written + (lazy === this.#flags.U ? '' : '?')
  }

  #open(): string {
    this.#outer.push(this.#flags)
    if (this.#take(/\?/u) === null) return '('
    if (this.#dialect.rich) {
      const look = this.#take(/<?[=!]/u)
      if (look !== null) return `(?${look[0]}`
    }
    const name = this.#take(/P?<([A-Za-z_]\w*)>/u)
    if (name !== null) return `(?<${name[1]}>`
    const back = this.#dialect.rich ? this.#take(/P=(\w+)\)/u) : null
    if (back !== null) {
      this.#outer.pop()
      return `\\k<${back[1]}>`
    }
    const [, on = '', off = '', then] = this.#take(/([imsU]*)(?:-([imsU]+))?([:)])/u) ?? bad()
    const set = (flag: keyof Flags) => (this.#flags[flag] || on.includes(flag)) && !off.includes(flag)
    const flags = { i: set('i'), m: set('m'), s: set('s'), U: set('U') }
    this.#flags = flags
    if (then === ':') return '(?:'
    this.#outer.pop()
    return ''
  }

  #close(): string {
    this.#flags = this.#outer.pop() ?? bad()
    return ')'
  }

  #literal(character: string): string {
    const point = character.codePointAt(0) ?? 0
    return this.#ranges([[point, point]], () => (syntax.test(character) ? `\\${character}` : character))
  }

  /** Writes characters outside of brackets. `plain` writes them if case does not need to be spelled out. */
  #ranges(ranges: Ranges, plain: () => string = () => `[${inClass(ranges)}]`): string {
    this.#note()
    return this.#flags.i && this.#spellCases ? `[${inClass(folded(ranges))}]` : plain()
  }

  #note(): void {
    if (this.#flags.i) this.ignoring = true
    else this.minding = true
  }

  #escape(): string {
    const quoted = this.#take(/Q([\s\S]*?)(?:\\E|$)/u)
    if (quoted !== null) return Array.from(quoted[1] ?? '', (character) => this.#literal(character)).join('')
    if (this.#take(/A/u) !== null) return '(?:^)'
    if (this.#take(/z/u) !== null) return '(?![\\s\\S])'
    if (this.#dialect.looseEnd && this.#take(/Z/u) !== null) return '(?![\\s\\S])'
    if (this.#take(/b/u) !== null) return '(?:\\b)'
    if (this.#take(/B/u) !== null) return '(?:\\B)'
    if (this.#dialect.rich) {
      const back = this.#take(/[1-9]/u)
      if (back !== null) return `\\${back[0]}(?:)`
    }
    const set = this.#set()
    if (set !== undefined) return `[${set}]`
    const point = this.#point()
    return this.#literal(String.fromCodePoint(point))
  }

  /** Translates `\d` and similar, and `\p{…}`, for the inside of brackets. The backslash is already consumed. */
  #set(): string | undefined {
    const perl = this.#take(/[dDsSwW]/u)
    if (perl !== null) {
      this.#note()
      return this.#perl(perl[0])
    }
    const property = this.#take(/([pP])(?:\{(\^?)(\w+)\}|(\w))/u)
    if (property === null) return undefined
    this.#note()
    const [, letter, caret = '', long, short = ''] = property
    const name = long ?? short
    const negated = (letter === 'P') !== (caret === '^')
    return `\\${negated ? 'P' : 'p'}{${name.length <= 2 || name === 'Any' ? name : `Script=${name}`}}`
  }

  #perl(letter: string): string {
    const kind = letter.toLowerCase()
    const negated = letter !== kind
    if (this.#dialect.unicode) {
      if (kind === 's') return negated ? '\\S' : '\\s'
      if (kind === 'd') return negated ? '\\P{Nd}' : '\\p{Nd}'
      return negated ? inClass(complement(asciiClasses['word'] ?? [])) : '\\p{L}\\p{M}\\p{N}_'
    }
    const ranges = { d: asciiClasses['digit'], s: perlSpace, w: asciiClasses['word'] }[kind] ?? bad()
    return inClass(negated ? complement(ranges) : ranges)
  }

  /** Parses one escaped character. The backslash is already consumed. */
  #point(): number {
    const hex = this.#take(/x(?:\{([\da-fA-F]{1,6})\}|([\da-fA-F]{2}))/u)
    if (hex !== null) {
      const point = Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
      return point > 0x10ffff ? bad() : point
    }
    const octal = this.#take(/(?:[1-7][0-7]{1,2}|0[0-7]{0,2})/u)
    if (octal !== null) return Number.parseInt(octal[0], 8)
    const control = this.#take(/[aftnrv]/u)
    if (control !== null) return { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }[control[0]] ?? bad()
    const [character = ''] = this.#take(/[^\dA-Za-z]/u) ?? bad()
    return character.codePointAt(0) ?? 0
  }

  #class(): string {
    const negated = this.#take(/\^/u) !== null
    let inside = ''
    let ranges: (readonly [number, number])[] = []
    this.#note()
    for (let first = true; first || this.#take(/\]/u) === null; first = false) {
      const named = this.#take(/\[:(\^?)(\w+):\]/u)
      if (named !== null) {
        const known = Object.hasOwn(asciiClasses, named[2] ?? '') ? asciiClasses[named[2] ?? ''] : undefined
        ranges.push(...(named[1] === '^' ? complement(known ?? bad()) : (known ?? bad())))
        continue
      }
      const low = this.#member()
      if (typeof low === 'string') {
        inside += low
        continue
      }
      const dash = this.#take(/-(?=[^\]])/u) !== null
      const high = dash ? this.#member() : low
      if (typeof high === 'string' || high < low) bad()
      else ranges.push([low, high])
    }
    if (this.#flags.i && this.#spellCases) ranges = [...folded(ranges)]
    return `[${negated ? '^' : ''}${inside}${inClass(ranges)}]`
  }

  /** Parses one member of a class: a code point, or the translation of a set. */
  #member(): number | string {
    if (this.#take(/\\/u) !== null) return this.#set() ?? this.#point()
    const [character = ''] = this.#take(/[\s\S]/u) ?? bad()
    return character.codePointAt(0) ?? 0
  }
}

/** Translates a pattern of a dialect to ECMAScript; undefined if it is invalid. `flags`: any of `i`, `m`, `s`. */
export const regex = (name: RegexDialect, source: string, flags: string): RegExp | undefined => {
  const dialect = dialects[name]
  if (dialect === undefined) return undefined
  try {
    const once = new Translation(source, dialect, flags, false)
    const whole = once.run()
    const mixed = once.ignoring && once.minding
    const pattern = mixed ? new Translation(source, dialect, flags, true).run() : whole
    const wrapped = dialect.anchored ? `^(?:${pattern})` : pattern
    return new RegExp(wrapped, once.ignoring && !mixed ? 'iu' : 'u')
  } catch {
    // Invalid in its own dialect or in ECMAScript.
    return undefined
  }
}
