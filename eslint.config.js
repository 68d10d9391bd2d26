// The style and the common mistakes of the page's JavaScript; what they mean: https://eslint.org/docs/latest/rules/

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", ".venv/", ".venv-peers/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      "eqeqeq": "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
];
