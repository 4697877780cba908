// Components; oxlint.config.ts has the rules for everything else, and for their scripts what needs no types.
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default [
  { ignores: ['dist/', 'release/', 'test-results/', 'build/electron-fallback/', 'test/fixtures/'] },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/prefer-const': 'error',
      // The models replace their maps and sets whole ($state.raw), which costs less than watching each entry.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
]
