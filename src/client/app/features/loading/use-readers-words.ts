import { useEffect, useState } from 'react'
import { inReadersWords } from '../../refusal-words.ts'

/** Sentences of the server in the language of the page, English until their words are there. */
export const useReadersWords = (english: readonly string[]): readonly string[] => {
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
