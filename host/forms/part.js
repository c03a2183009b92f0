/* What all parts of a form have: a title, what is said about it, messages, and whether it is sent. */

import { button, clone, make, said, select } from "./elements.js";

/** The base of the editors, over the module of jedison. */
export const partOf = (Jedison) =>
  class Part extends Jedison.Editor {
    static resolves(schema) {
      return schema["x-editor"] === this.kind;
    }

    get schema() {
      return this.instance.schema;
    }

    /** What it is called; an item of a list by its number too. */
    get title() {
      const { parent, key } = this.instance;
      const own = said(this.schema["x-title"]);
      if (parent?.schema.type !== "array" || parent.schema.prefixItems) return own;
      return `${own || said(parent.schema["x-title"]) || "Item"} ${Number(key) + 1}`;
    }

    set title(_) {}

    get id() {
      return this.getIdFromPath(this.instance.path);
    }

    get canBeAbsent() {
      return this.instance.parent?.schema["x-editor"] === "object";
    }

    get state() {
      if (!this.instance.isActive) return "absent";
      return this.instance.value === null ? "null" : "given";
    }

    /** Title, what is said about it, the place for messages; `tag` is `label` or `legend`. */
    frame(tag, ...body) {
      const { schema, id } = this;
      const isBare = schema["x-branch"];
      const words = make("span", { id: `${id}-title` }, this.title || "Value");
      const title = tag === "label" ? make("label", { for: id }, words) : words;
      const needed = this.canBeAbsent && schema["x-optional"] === false && schema["x-editor"] !== "check";
      this.slot = make("span", { class: "form-slot" });
      const head = make(
        tag === "label" ? "div" : "legend",
        { class: isBare ? "form-head form-bare" : "form-head" },
        title,
        schema["x-name"] ? make("code", {}, schema["x-name"]) : "",
        needed ? make("span", { class: "form-needed" }, "required") : "",
        this.slot,
      );
      const isSaid = schema["x-editor"] === "choice" && schema["x-optional"]; // in its own first entry
      const about = [schema["x-description"], schema["x-hint"], isSaid ? "" : schema["x-default"]].filter(Boolean);
      const description = make("small", { id: `${id}-description`, class: "form-description" }, about.join("\n"));
      description.hidden = about.length === 0;
      const messages = make("div", { id: `${id}-messages`, class: "form-messages", "data-testid": "field-messages" });
      const container = make(
        tag === "label" ? "div" : "fieldset",
        {
          class: "form-field",
          "data-testid": "field",
          "data-name": schema["x-name"] || this.title,
          "aria-labelledby": tag === "legend" && `${id}-title`,
        },
        head,
        description,
        this.exampleButton(),
        ...body,
        messages,
      );
      this.control = { container, messages };
    }

    exampleButton() {
      const example = this.schema["x-example"];
      if (!example) return "";
      const use = () => {
        this.instance.setValue(clone(example.value), true, "user");
        this.focus();
      };
      return button(`Use “${example.text}”`, `Use “${example.text}” for ${this.title}`, use, {
        class: "form-small form-example",
        "data-testid": "use-example",
      });
    }

    /** Sent, not sent, or null: a choice where there is one, and its words are the state. */
    refreshPresence() {
      const { state, schema } = this;
      this.control.container.dataset.status = { absent: "not-sent", null: "null", given: "sent" }[state];
      const entries = [];
      if (this.canBeAbsent && (schema["x-optional"] || (state === "absent" && this.isContainer))) {
        entries.push(["absent", "Not sent"]);
      }
      if (schema["x-nullable"]) entries.push(["null", "null"]);
      if (entries.length && !this.presence) {
        this.presence = select([...entries, ["given", "Sent"]], `Send ${this.title}?`);
        this.presence.dataset.testid = "presence";
        this.presence.addEventListener("change", () => this.choosePresence(this.presence.value));
        this.slot.append(this.presence);
      }
      if (this.presence) this.presence.value = state === "absent" && !entries.length ? "given" : state;
    }

    choosePresence(state) {
      const { instance, schema } = this;
      if (state === "absent") instance.deactivate();
      else if (state === "null") instance.setValue(null, true, "user");
      else if (instance.value === null) instance.setValue(clone(schema["x-initial"] ?? ""), true, "user");
      else instance.activate();
      this.refreshUI();
    }

    focus() {
      this.control.input?.focus();
    }

    destroy() {
      this.presence = this.slot = null;
      super.destroy();
    }
  };
