import type { Answer } from '../core/answers.ts'
import { draw, write } from './draw.ts'
import type { AnyFlag } from './page-client.ts'
import { shownValueOf, textOf, valueOf } from './shown-value.ts'
import type { TabOverrides } from './tab-overrides.ts'

export type FlagRow = {
  readonly element: HTMLElement
  readonly flag: AnyFlag
  readonly update: (answer: Answer | undefined, isServed: boolean) => void
  /** Discards input that could not be accepted. */
  readonly reset: () => void
}

type FlagRowInput = { readonly overrides: TabOverrides; readonly lay: () => void; readonly project: string | undefined }

/** Creates the row of a flag: its key, its value with the reason, and a control to override it. */
export const flagRow = (flag: AnyFlag, { overrides, lay, project }: FlagRowInput): FlagRow => {
  const { key } = flag
  const name =
    project === undefined
      ? draw('span', { class: 'key' }, key)
      : draw(
          'a',
          { class: 'key', href: `${project}/flags/${encodeURIComponent(key)}`, target: '_blank', rel: 'noreferrer' },
          key,
        )
  const value = draw('span', { class: 'value' })
  const why = draw('p', { class: 'why' })
  const control = flag.type === 'boolean' || flag.variants !== null ? choice : field
  const { input, show, reset } = control(flag, overrides, (change) => {
    change()
    lay()
  })
  const element = draw(
    'li',
    {},
    draw('div', { class: 'what' }, draw('p', { class: 'line' }, name, value), why),
    draw('div', { class: 'how' }, ...input),
  )
  return {
    element,
    flag,
    reset,
    update: (answer, isServed) => {
      const served = shownValueOf(flag, answer, isServed)
      const isOver = overrides.has(key)
      element.classList.toggle('over', isOver)
      const text = textOf(isOver ? overrides.get(key) : served.value)
      write(value, text)
      value.title = text
      write(why, isOver ? `Overridden here; else ${textOf(served.value)} (${served.why})` : served.why)
      show()
    },
  }
}

/** Runs a change of an override and updates the page. */
type Act = (change: () => void) => void

/** Creates the control that edits an override. `show` displays the current one. */
type Control = (
  flag: AnyFlag,
  overrides: TabOverrides,
  act: Act,
) => { readonly input: readonly HTMLElement[]; readonly show: () => void; readonly reset: () => void }

/** A select for flags with known values: one of them, or the served value. */
const choice: Control = ({ key, variants }, overrides, act) => {
  const values = variants ?? [true, false]
  const options = ['As served', ...values.map(textOf)].map((text, at) => draw('option', { value: String(at) }, text))
  const select = draw('select', { 'aria-label': `Override ${key}` }, ...options)
  select.addEventListener('change', () =>
    act(() =>
      select.selectedIndex === 0 ? overrides.remove(key) : overrides.set(key, values[select.selectedIndex - 1]),
    ),
  )
  const show = () => {
    select.selectedIndex = overrides.has(key) ? values.indexOf(overrides.get(key)) + 1 : 0
  }
  return { input: [select], show, reset: () => {} }
}

/** A text field for other flags. If it is empty, the served value applies. */
const field: Control = (flag, overrides, act) => {
  const { key } = flag
  const problem = draw('p', { class: 'problem', id: `problem-${key}`, role: 'alert' })
  const label = { 'aria-label': `Override ${key}`, 'aria-describedby': problem.id, placeholder: 'As served' }
  const input = draw('input', { ...label, spellcheck: 'false', autocomplete: 'off' })
  const say = (text: string) => {
    write(problem, text)
    input.setAttribute('aria-invalid', String(text !== ''))
  }
  input.addEventListener('change', () => {
    const text = input.value
    try {
      const value = text === '' ? undefined : valueOf(flag, text)
      say('')
      act(() => (value === undefined ? overrides.remove(key) : overrides.set(key, value)))
    } catch (cause) {
      say(cause instanceof Error ? cause.message : String(cause))
    }
  })
  const show = () => {
    // Keeps text that is being typed or that is invalid.
    if (isAt(input) || input.getAttribute('aria-invalid') === 'true') return
    input.value = overrides.has(key) ? textOf(overrides.get(key)) : ''
  }
  return { input: [input, problem], show, reset: () => say('') }
}

const isAt = (element: HTMLElement): boolean => {
  const root = element.getRootNode()
  return root instanceof ShadowRoot && root.activeElement === element
}
