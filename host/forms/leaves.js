/* The parts of a form that hold one thing: a text, a choice, a checkbox. */

import { make, said } from "./elements.js";

const ENTRIES = { integer: "numeric", number: "decimal", email: "email", url: "url" };

export function leavesOf(Part) {
  class Leaf extends Part {
    describe(input) {
      input.id = this.id;
      input.setAttribute("aria-describedby", `${this.id}-description ${this.id}-messages`);
      return input;
    }

    /** An emptied field is not sent, unless it is an item of a list. */
    enter(text) {
      const { instance } = this;
      if (text === "" && this.canBeAbsent) {
        instance.value = "";
        instance.deactivate();
        this.refreshUI();
      } else {
        instance.setValue(text, true, "user");
      }
    }

    /** What a field shows while it is not sent: its default, unless somebody is writing in it. */
    get shownValue() {
      const { instance, control, schema } = this;
      if (!instance.isActive && document.activeElement !== control.input) instance.value = schema["x-initial"] ?? "";
      return instance.value ?? "";
    }

    refreshUI() {
      const shown = this.shownValue;
      if (this.control.input.value !== shown) this.control.input.value = shown;
      this.refreshPresence();
    }
  }

  class Text extends Leaf {
    static kind = "text";

    build() {
      const entry = this.schema["x-entry"];
      const isPlain = entry in ENTRIES || entry === "date";
      const input = this.describe(make(isPlain ? "input" : "textarea", { spellcheck: "false", autocomplete: "off" }));
      if (isPlain) input.setAttribute("type", entry === "date" ? "date" : "text");
      else input.rows = entry === "text" ? 1 : 3;
      if (entry in ENTRIES) input.setAttribute("inputmode", ENTRIES[entry]);
      if (entry === "json") input.classList.add("form-code");
      const example = this.schema["x-example"];
      const hint = example ? `Example: ${example.text}` : said(this.schema["x-default"]);
      input.placeholder = hint || (entry === "json" ? "JSON" : "");
      input.dataset.entry = entry;
      this.frame("label", input);
      this.control.input = input;
    }

    addEventListeners() {
      this.control.input.addEventListener("input", () => this.enter(this.control.input.value));
      this.control.input.addEventListener("blur", () => this.instance && !this.instance.isActive && this.refreshUI());
    }
  }

  class Choice extends Leaf {
    static kind = "choice";

    build() {
      const { schema } = this;
      const labels = schema["x-labels"];
      const unsent = schema["x-default"] ? `Not sent (${schema["x-default"]})` : "Not sent";
      const nothing = schema["x-optional"] ? unsent : "Choose…";
      const input = this.describe(
        make(
          "select",
          {},
          make("option", { value: "" }, nothing),
          ...labels.map((label, number) => make("option", { value: number }, label)),
        ),
      );
      this.frame("label", input);
      this.control.input = input;
    }

    get shownValue() {
      return this.instance.isActive ? (this.instance.value ?? "") : "";
    }

    addEventListeners() {
      this.control.input.addEventListener("change", () => this.enter(this.control.input.value));
    }

    refreshPresence() {
      this.control.container.dataset.status = this.shownValue === "" ? "not-sent" : "sent";
    }
  }

  class Check extends Leaf {
    static kind = "check";

    build() {
      const input = this.describe(make("input", { type: "checkbox" }));
      this.frame("label");
      this.control.input = input;
      this.control.container.classList.add("form-check");
      this.control.container.firstChild.prepend(input);
    }

    addEventListeners() {
      const { input } = this.control;
      input.addEventListener("change", () => this.enter(input.checked ? "0" : "1"));
    }

    refreshUI() {
      this.control.input.checked = this.instance.isActive && this.instance.value === "0";
      this.control.container.dataset.status = this.instance.isActive ? "sent" : "not-sent";
    }
  }

  /** What only the JSON holds: named here, and sent as it is. */
  class Others extends Part {
    static kind = "others";

    build() {
      const container = make("p", { class: "form-others", "data-testid": "only-in-json" });
      this.control = { container, messages: make("div") };
    }

    refreshUI() {
      const text = this.instance.isActive ? this.instance.value : "";
      const names = text ? Object.keys(JSON.parse(text)) : [];
      const { container } = this.control;
      container.hidden = names.length === 0;
      container.textContent = `Only in the JSON: ${names.join(", ")}`;
    }
  }

  class Nothing extends Part {
    static kind = "nothing";

    build() {
      this.control = { container: make("span", { hidden: true }), messages: make("div") };
    }

    refreshUI() {}
  }

  return [Text, Choice, Check, Others, Nothing];
}
