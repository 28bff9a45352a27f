import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { counted } from '../../../../shared/text/rules/percent.ts'

const read = (text: string): string[] =>
  [...new Set(text.split(/[\n,;\t]/).map((key) => key.trim()))].filter((key) => key !== '')

/** Targeting keys, one a line; a pasted list becomes lines, each key once. */
export function KeyList(props: {
  label: string
  keys: readonly string[]
  onChange: (keys: string[]) => void
}): ReactNode {
  const { label, keys, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Textarea
      label={label}
      description={keys.length === 0 ? 'Targeting keys, one per line' : counted(keys.length, 'key')}
      autosize
      minRows={4}
      maxRows={14}
      spellCheck={false}
      value={typed ?? keys.join('\n')}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
