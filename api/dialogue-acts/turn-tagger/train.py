"""Trains turn-model.bin (turn-model.es.bin), which tags the words of a turn: story, words beside it, wishes, consents taken back, danger, corrections.

    node print-examples.ts en | python3 train.py en [--without AUTHOR,…] [--out FILE]

It needs PyTorch (on Debian: apt-get install python3-torch) and takes about ten minutes on two cores. It is run by hand; the
model is committed with the hash of its data, which a test compares. The random numbers are seeded; PyTorch on several
cores still rounds differently from run to run.

Examples are turns of `turns/*.txt` (`turns-es/*.txt`), in which people marked what isn't story, and turns put together from the templates of
the dialogue acts: a few sentences of a story with something else amid them. Both are also given as a speech recogniser writes
them, without punctuation.
"""
import argparse, itertools, json, random, re, struct, sys, time
from pathlib import Path

import numpy as np
import torch
from torch import nn

TAGS = ["STORY", "BESIDE", "WISH", "WITHDRAWAL", "DANGER", "CORRECTION"]
LETTERS = {"A": "BESIDE", "P": "WISH", "W": "WITHDRAWAL", "D": "DANGER", "C": "CORRECTION"}
HERE = Path(__file__).resolve().parent
WIDTH, OWN, EDGE, EDGE_ROWS = 96, 40, 12, 4096
DILATIONS = [1, 2, 4, 8, 1]  # at most MARGIN of tagger.ts
EPOCHS, BATCH, RATE = 13, 32, 2.5e-3
TURNS = {"en": 20_480, "es": 8_192}  # of an epoch; a multiple of BATCH
MARKED_SHARE = 0.85  # of the turns of an epoch, the share that people wrote as turns
LONGEST = 160  # words of a turn that are learned from at once
LONG_COUNTS = 30, 8  # a turn counts once for so many words, and at most so often
OWN_AUTHORS = {"en": 4, "es": 2}  # a word that so many authors use has a vector of its own

# How stories report speech. What would stand beside the story by itself is then part of it.
REPORTS = {}
REPORTS["en"] = [
    'he said, "@"', 'she said, "@"', 'and my mother said @', 'and my father would say, "@"', '"@" she\'d say',
    '"@," he used to shout', 'she says @', 'he shouted @', 'they\'d holler, "@"', 'and I said, "@"', 'I said @',
    "and I'd say @ and he'd say nothing", 'my grandmother would call out "@"', 'the teacher told me @', "he'd go @",
    'she was always shouting @', 'and he goes "@"', 'she asked me @', 'somebody yelled @', 'and the man on the radio said @',
    "she'd put her head out of the window and call @", 'the sign said @', 'his last words were "@"',
    'and he looked at me and he said @', "she'd bawl it up the stairs, @", 'and a voice came back, "@"', 'she wrote to me, "@"',
    'my husband always said @', 'and me saying @', '@, he says', '"@", that was her word', 'and he turns round and says, @',
]
REPORTS["es"] = [
    'y me dijo: "@"', 'mi madre siempre decía "@"', 'y mi papá gritaba @', '"@", decía ella', 'y entonces me dice @', 'y yo le dije @',
    'él me contestó "@"', 'y la vecina gritó @', '—@ —me dijo', 'la maestra nos decía @', 'y mi abuela: "@"', 'nos gritaban @',
    'y va y me dice @', 'y yo, "@"', 'decía el letrero "@"', 'me escribió "@"', 'y el capataz, @', 'preguntaba mi hermano @',
]

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?")


def words_of(text):
    """The words of a text with the mark before each (0 none, 1 pause, 2 stop) and whether a quotation mark stands there."""
    words, before = [], 0
    for found in WORD.finditer(text):
        between = text[before : found.start()]
        stop = not words or re.search(r"[.!?…\n]", between)
        mark = 2 if stop else 1 if re.search(r"[,;:—–()]| - ", between) else 0
        words.append((found.group(), mark, 1 if re.search(r'["“”]', between) else 0))
        before = found.end()
    return words


def without_marks(text):
    return re.sub(r'[.,!?;:"“”]+(?=\s|$)|(?<=\s)["“”]|^["“”]', "", text)


def marked_turns(left_out, language):
    """The turns of `turns/*.txt` (`turns-es/*.txt`), each a list of (text, tag)."""
    turns = []
    for file in sorted((HERE / ("turns" if language == "en" else f"turns-{language}")).glob("*.txt")):
        if file.stem in left_out:
            continue
        for line in file.read_text().splitlines():
            pieces = []
            for part in re.split(r"(\[[APDWC]: [^\]]*\])", line.strip()):
                found = re.match(r"\[([APDWC]): ([^\]]*)\]$", part)
                pieces.append((found.group(2), LETTERS[found.group(1)]) if found else (part.strip(), "STORY"))
            pieces = [piece for piece in pieces if words_of(piece[0])]
            if pieces:
                turns.append((file.stem, pieces))
    return turns


class Examples:
    """Makes turns to learn from, without end."""

    def __init__(self, sentences, turns, language):
        self.reports = REPORTS[language]
        self.turns = [pieces for _, pieces in turns]
        counts = [sum(len(words_of(text)) for text, _ in pieces) / LONG_COUNTS[0] for pieces in self.turns]
        self.weights = list(itertools.accumulate(min(max(count, 1), LONG_COUNTS[1]) for count in counts))
        self.by_author = {}
        for each in sentences:
            if len(each["tags"]) == 1:
                kind = "ROOM" if each["label"] == "aside-room" else each["tags"][0]
                self.by_author.setdefault(each["author"], {}).setdefault(kind, []).append(each["text"])
        self.all = {}
        for own in self.by_author.values():
            for kind, texts in own.items():
                self.all.setdefault(kind, []).extend(texts)
        self.tellers = [own for own in self.by_author.values() if len(own.get("STORY", [])) > 20 and len(own.get("ROOM", [])) > 3]
        self.marked = {}
        for pieces in self.turns:
            for text, tag in pieces:
                self.marked.setdefault(tag, []).append(text)

    def turn(self):
        return self.written_turn() if random.random() < MARKED_SHARE else self.invented_turn()

    def written_turn(self):
        """A turn that somebody wrote, often with another stretch in place of its own, or with a sentence more."""
        pieces = list(random.choices(self.turns, cum_weights=self.weights)[0])
        marked = [at for at, (_, tag) in enumerate(pieces) if tag != "STORY"]
        chance = random.random()
        if marked and chance < 0.25:
            at = random.choice(marked)
            tag = pieces[at][1]
            pieces[at] = (random.choice((self.marked if random.random() < 0.6 else self.all)[tag]), tag)
        elif chance < 0.4:
            pieces = [(random.choice(self.all["STORY"]), "STORY")] + pieces
        elif chance < 0.55:
            pieces += [(random.choice((self.all if random.random() < 0.5 else self.marked)["STORY"]), "STORY")]
        elif chance < 0.65 and not marked:
            tag = random.choice(["BESIDE"] * 3 + TAGS[2:])
            pieces = self.cut(pieces[0][0], [(random.choice(self.marked[tag]), tag)]) + pieces[1:]
        if random.random() < 0.35:
            return [(without_marks(text).lower(), tag) for text, tag in pieces]
        return pieces

    def invented_turn(self):
        """A few sentences of a story, often with something else between them or in the middle of one."""
        own = random.choice(self.tellers)
        stories = own["STORY"] if random.random() < 0.7 else self.all["STORY"]
        count = random.randint(1, 5)
        pieces = [(random.choice(stories), "STORY") for _ in range(count)]
        if random.random() < 0.75:
            kinds = ["ROOM", "BESIDE", "WISH", "DANGER", "WITHDRAWAL", "CORRECTION"]
            kind = random.choices(kinds, [42, 20, 15, 10, 6, 7])[0]
            texts = (own if random.random() < 0.5 else self.all).get(kind) or self.all[kind]
            tag = "BESIDE" if kind == "ROOM" else kind
            inserted = [(random.choice(texts), tag) for _ in range(2 if random.random() < 0.3 else 1)]
            at = random.randint(0, count)
            if at < count and tag == "BESIDE" and random.random() < 0.3:
                pieces[at : at + 1] = self.cut(pieces[at][0], inserted)
            else:
                pieces[at:at] = inserted
        if random.random() < 0.35:
            said = re.sub(r"[.,]$", "", random.choice(self.all[random.choice(["ROOM", "ROOM", "BESIDE"] + TAGS[2:])]))
            report = random.choice(self.reports).replace("@", said) + "."
            pieces.insert(random.randint(0, len(pieces)), (report, "STORY"))
        style = random.random()
        if style < 0.4:
            return pieces
        if style < 0.75:
            return [(without_marks(text).lower(), tag) for text, tag in pieces]
        return self.half_marked(pieces)

    @staticmethod
    def cut(text, inserted):
        words = text.split(" ")
        if len(words) < 9:
            return inserted + [(text, "STORY")]
        at = random.randint(3, len(words) - 4)
        return [(" ".join(words[:at]), "STORY"), *inserted, (" ".join(words[at:]), "STORY")]

    @staticmethod
    def half_marked(pieces):
        """Without punctuation around what isn't story."""
        out = []
        for at, (text, tag) in enumerate(pieces):
            if tag != "STORY" or (at + 1 < len(pieces) and pieces[at + 1][1] != "STORY"):
                text = re.sub(r"[.,!?;:]+$", "", text)
            if tag != "STORY" and random.random() < 0.7:
                text = without_marks(text)
            if tag != "STORY" and random.random() < 0.6:
                text = text[:1].lower() + text[1:]
            out.append((text, tag))
        return out


def read_vectors(language):
    """GloVe vectors as the server reads them (api/language/word-vectors.ts), after a row of zeros for unknown words; none in Spanish."""
    if language != "en":
        return {}, np.zeros((1, 0), np.float32)
    file = (HERE / "../../language/word-vectors.bin").read_bytes()
    count, length = struct.unpack("<II", file[:8])
    words = file[8 : 8 + length].decode().split("\n")
    vectors = np.frombuffer(file, np.int8, count * 100, 8 + length + 2 * count).reshape(count, 100)
    return {word: row + 1 for row, word in enumerate(words)}, np.vstack([np.zeros((1, 100), np.float32), vectors / 256])


def hash_of(text):
    """FNV-1a over UTF-8."""
    number = 2166136261
    for byte in text.encode():
        number = ((number ^ byte) * 16777619) & 0xFFFFFFFF
    return number % EDGE_ROWS


class Reader:
    """Turns words into the numbers that the network reads."""

    def __init__(self, own_words, rows):
        self.own = {word: row + 2 for row, word in enumerate(own_words)}  # 0 is padding, 1 an unknown word
        self.rows, self.known = rows, {}

    def read(self, text):
        return [(*self.parts(word), mark, quoted) for word, mark, quoted in words_of(text)]

    def parts(self, word):
        if word not in self.known:
            low = word.lower().replace("’", "'")
            is_name = word[0].isupper() and not re.fullmatch(r"I(['’](m|d|ve|ll))?", word)
            row = self.rows.get(low) or self.rows.get(re.sub("'$", "", low)) or 0
            self.known[word] = (self.own.get(low, 1), row, hash_of(low[-3:] + ">"), hash_of("<" + low[:3]), int(is_name))
        return self.known[word]

    def example(self, pieces):
        """The numbers and tags of a turn's words; None when joining the pieces changes their words."""
        tags = [TAGS.index(tag) for text, tag in pieces for _ in words_of(text)]
        read = self.read(" ".join(text for text, _ in pieces))
        if not read or len(read) != len(tags):
            return None
        # Of a long turn, some words that follow each other.
        start = random.randint(0, max(0, len(read) - LONGEST))
        return read[start : start + LONGEST], tags[start : start + LONGEST]


class Network(nn.Module):
    def __init__(self, own_rows, vectors):
        super().__init__()
        self.own, self.endings, self.beginnings = nn.Embedding(own_rows, OWN), nn.Embedding(EDGE_ROWS, EDGE), nn.Embedding(EDGE_ROWS, EDGE)
        for table in (self.own, self.endings, self.beginnings):
            nn.init.normal_(table.weight, 0, 0.3)
        self.register_buffer("vectors", torch.tensor(vectors, dtype=torch.float32) * 3)
        self.input = nn.Linear(OWN + vectors.shape[1] + 2 * EDGE + 1 + 3 + 1, WIDTH)
        self.layers = nn.ModuleList(nn.Conv1d(WIDTH, 2 * WIDTH, 3, padding=each, dilation=each) for each in DILATIONS)
        self.output = nn.Linear(WIDTH, len(TAGS))
        self.drop, self.drop_input = nn.Dropout(0.2), nn.Dropout(0.15)

    def forward(self, words):
        own, row, ending, beginning, is_name, mark, quoted = words.unbind(-1)
        is_word = (own > 0).unsqueeze(-1)
        vectors = self.vectors[row]
        if self.training:  # a word is now and then unknown
            own = own.masked_fill((torch.rand(own.shape) < 0.08) & (own > 0), 1)
            vectors = vectors * (torch.rand(own.shape) > 0.08).unsqueeze(-1)
        marks = nn.functional.one_hot(mark, 3)
        flags = [is_name.unsqueeze(-1), marks, quoted.unsqueeze(-1)]
        parts = [self.own(own), vectors, self.endings(ending), self.beginnings(beginning), *flags]
        here = self.drop_input(torch.relu(self.input(torch.cat(parts, -1)))) * is_word
        here = here.transpose(1, 2)
        for layer in self.layers:
            value, gate = layer(self.drop(here)).chunk(2, 1)
            here = (here + torch.tanh(value) * torch.sigmoid(gate)) * is_word.transpose(1, 2)
        return self.output(self.drop(here.transpose(1, 2)))


def batches(examples, reader, count):
    made = []
    while len(made) < count:
        example = reader.example(examples.turn())
        if example:
            made.append(example)
    made.sort(key=lambda example: len(example[0]) + random.random() * 8)
    cut = [made[at : at + BATCH] for at in range(0, count, BATCH)]
    random.shuffle(cut)
    for batch in cut:
        longest = max(len(words) for words, _ in batch)
        words, tags = torch.zeros(BATCH, longest, 7, dtype=torch.long), torch.full((BATCH, longest), -100)
        for at, (read, meant) in enumerate(batch):
            words[at, : len(read)], tags[at, : len(meant)] = torch.tensor(read), torch.tensor(meant)
        yield words, tags


def train(examples, reader, vectors, turns):
    network = Network(len(reader.own) + 2, vectors)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=EPOCHS * turns // BATCH)
    started = time.time()
    for epoch in range(EPOCHS):
        network.train()
        losses = []
        for words, tags in batches(examples, reader, turns):
            loss = nn.functional.cross_entropy(network(words).flatten(0, 1), tags.flatten(), label_smoothing=0.05)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {np.mean(losses):.4f}, {time.time() - started:.0f} s", file=sys.stderr, flush=True)
    return network.eval()


def write(network, own_words, data_hash, path):
    """As tagger.ts reads it."""
    tables = [("own", network.own.weight), ("endings", network.endings.weight), ("beginnings", network.beginnings.weight)]
    tables += [("input", network.input.weight), ("inputBiases", network.input.bias)]
    for at, layer in enumerate(network.layers):
        tables += [(f"layer{at}.tap{tap}", layer.weight[:, :, tap]) for tap in range(3)]
        tables += [(f"layer{at}.biases", layer.bias)]
    tables += [("output", network.output.weight), ("outputBiases", network.output.bias)]
    header = {"dataHash": data_hash, "words": own_words, "dilations": DILATIONS}
    write_tables(path, header, tables)


def write_tables(path, header, tables):
    """A header as JSON after its length, then each table row by row, a Float32 scale and the numbers as Int8."""
    shapes, body = [], b""
    for name, table in tables:
        numbers = table.detach().numpy().astype(np.float32)
        # A bias is a row of its own, so that it keeps its precision.
        numbers = numbers if numbers.ndim == 2 else numbers.reshape(-1, 1)
        shapes.append({"name": name, "rows": numbers.shape[0], "columns": numbers.shape[1]})
        for row in numbers:
            scale = float(np.abs(row).max()) / 127 or 1.0
            body += struct.pack("<f", scale) + np.round(row / scale).astype(np.int8).tobytes()
    header = json.dumps({**header, "tables": shapes}).encode()
    Path(path).write_bytes(struct.pack("<I", len(header)) + header + body)
    print(f"{path}: {4 + len(header) + len(body)} bytes", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=["en", "es"])
    parser.add_argument("--without", default="")
    parser.add_argument("--out")
    options = parser.parse_args()
    language = options.language
    out = options.out or HERE / ("turn-model.bin" if language == "en" else f"turn-model.{language}.bin")
    left_out = set(filter(None, options.without.split(",")))
    random.seed(1)
    torch.manual_seed(1)
    head, *sentences = [json.loads(line) for line in sys.stdin]
    sentences = [each for each in sentences if each["author"] not in left_out]
    turns = marked_turns(left_out, language)
    users = {}
    for author, text in [(each["author"], each["text"]) for each in sentences] + [(author, text) for author, pieces in turns for text, _ in pieces]:
        for word, _, _ in words_of(text):
            users.setdefault(word.lower().replace("’", "'"), set()).add(author)
    own_words = sorted(word for word, authors in users.items() if len(authors) >= OWN_AUTHORS[language])
    rows, vectors = read_vectors(language)
    print(f"{len(turns)} turns, {len(sentences)} sentences, {len(own_words)} own words", file=sys.stderr)
    network = train(Examples(sentences, turns, language), Reader(own_words, rows), vectors, TURNS[language])
    # A model that learned from a part of the data only measures; its hash fits no data.
    write(network, own_words, "" if left_out else head["dataHash"], out)


if __name__ == "__main__":
    main()
