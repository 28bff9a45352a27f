import { useEffect, useState } from 'react'
import { inReadersWords } from '../../refusal-words.ts'

/** Translates sentences from the server to the page’s language. Returns English until the translations are loaded. */
export const useTranslatedMessages = (english: readonly string[]): readonly string[] => {
  const [said, setSaid] = useState({ of: english, words: english })
  useEffect(() => {
    let isOver = false
    void Promise.all(english.map(inReadersWords)).then((words) => {
      if (!isOver) setSaid({ of: english, words })
    })
    return () => {
      isOver = true
    }
  }, [english])
  return said.of === english ? said.words : english
}
