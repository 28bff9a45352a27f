import { Textarea } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readKeys, writeKeys } from './key-list-text.ts'
import { PastePreview } from './paste-preview.tsx'
import { type PastedKeys, readPastedKeys } from './pasted-keys.ts'

/** Targeting keys, one per line. If pasted text may be CSV, a preview asks how to read it before anything is added. */
export function KeyList(props: {
  label: string
  keys: readonly string[]
  onChange: (keys: string[]) => void
}): ReactNode {
  const { label, keys, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [pasted, setPasted] = useState<PastedKeys | null>(null)
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const found = readPastedKeys(event.clipboardData.getData('text'))
    if (found === null) return
    event.preventDefault()
    setPasted(found)
  }
  const add = (added: readonly string[]) => {
    onChange([...new Set([...keys, ...added])])
    setTyped(null)
    setPasted(null)
  }
  return (
    <div>
      <Textarea
        label={label}
        description={keys.length === 0 ? 'Targeting keys, one per line' : counted(keys.length, 'key')}
        autosize
        minRows={4}
        maxRows={14}
        spellCheck={false}
        value={typed ?? writeKeys(keys)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(readKeys(event.currentTarget.value))
        }}
        onPaste={paste}
        onBlur={() => setTyped(null)}
      />
      {pasted === null ? null : (
        <PastePreview pasted={pasted} keys={keys} onAdd={add} onCancel={() => setPasted(null)} />
      )}
    </div>
  )
}
